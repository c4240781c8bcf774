internal import Foundation
internal import Synchronization

extension ChildProgram {
  /// Starts the program, watches over it and returns when it and its whole session are
  /// gone. Cancelling the task ends them. `heard` gets each line the child says privately; where
  /// `concludes` says so, a line is the end of one piece of work, and the time for the next begins.
  func run(
    within limits: ChildLimits, concludes: @escaping @Sendable (Data) -> Bool = { _ in false },
    heard: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ChildResult {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Waiting for pipes blocks, so it gets a thread that may be blocked.
        Thread {
          continuation.resume(
            with: Result {
              var supervisor = Supervisor(
                child: try SpawnedProcess(self), limits: limits, concludes: concludes,
                heard: heard)
              return supervisor.watch(until: cancellation)
            })
        }.start()
      }
    } onCancel: {
      cancellation.isOn.store(true, ordering: .relaxed)
    }
  }
}

/// Whether a child is wanted to end.
private final class Cancellation: Sendable {
  let isOn = Atomic(false)
}

/// Reads all that a child says and stops it when it exceeds a limit.
private struct Supervisor {
  let child: SpawnedProcess
  let limits: ChildLimits
  let concludes: @Sendable (Data) -> Bool
  let heard: @Sendable (Data) -> Void

  private var output: CapturedOutput
  private var errors: CapturedOutput
  private var lines = LineSplitter()
  private var watchdog: ChildWatchdog
  private let began = ContinuousClock.now
  private var stopReason: StopReason?

  init(
    child: SpawnedProcess, limits: ChildLimits, concludes: @escaping @Sendable (Data) -> Bool,
    heard: @escaping @Sendable (Data) -> Void
  ) {
    self.child = child
    self.limits = limits
    self.concludes = concludes
    self.heard = heard
    output = CapturedOutput(limit: limits.keptOutput)
    errors = CapturedOutput(limit: limits.keptOutput)
    watchdog = ChildWatchdog(pid: child.pid, limits: limits)
  }

  mutating func watch(until cancellation: Cancellation) -> ChildResult {
    defer { child.hangUp() }
    var usage = rusage()
    var status: Int32 = 0
    while wait4(child.pid, &status, WNOHANG, &usage) == 0 {
      listen(waiting: 10)
      guard stopReason == nil else { continue }
      stopReason = cancellation.isOn.load(ordering: .relaxed) ? .cancelled : watchdog.look()
      if stopReason != nil { child.kill() }
    }
    // The child is gone; what is still there was started by it.
    let leftProcesses = child.session.end()
    for end in ends { drain(end) }
    return ChildResult(
      ending: ending(status), output: output, errors: errors,
      peakMemory: watchdog.peakMemory,
      processorTime: usage.ru_utime.duration + usage.ru_stime.duration,
      wallTime: ContinuousClock.now - began, leftProcesses: leftProcesses)
  }

  private func ending(_ status: Int32) -> ChildEnding {
    if let stopReason { return .stopped(stopReason) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status: (status >> 8) & 0xff) : .signalled(signal)
  }
}

extension Supervisor {
  private var ends: [Int32] { [child.output, child.errors, child.line].filter { $0 >= 0 } }

  private mutating func listen(waiting milliseconds: Int32) {
    var polled = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, UInt(polled.count), milliseconds) > 0 else { return }
    let readable = polled.filter { $0.revents & Int16(POLLIN) != 0 }.map(\.fd)
    for end in readable { drain(end) }
    // Only ends that the child has closed: poll returns at once, so wait here instead.
    if readable.isEmpty && milliseconds > 0 { usleep(useconds_t(milliseconds) * 1000) }
  }

  /// Reads what is there, but not without end: a flood must not keep us from the watchdog.
  private mutating func drain(_ end: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      for _ in 0..<64 {
        let count = read(end, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: end)
      }
    }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, from end: Int32) {
    switch end {
    case child.output: output.append(bytes)
    case child.errors: errors.append(bytes)
    default:
      watchdog.sawProgress()
      for line in lines.append(bytes) {
        if concludes(line) { watchdog.sawVerdict() }
        heard(line)
      }
    }
  }
}

extension timeval {
  fileprivate var duration: Duration { .seconds(tv_sec) + .microseconds(tv_usec) }
}
