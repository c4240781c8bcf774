internal import Foundation

/// Decides when a child gets nowhere or takes too much.
///
/// It never measures by the wall clock alone. A thread that wants to run and gets no processor
/// is the machine's fault, so only processor time that was spent, and time in which no thread
/// even wanted to run, count against a child.
struct ChildWatchdog {
  let pid: pid_t
  let limits: ChildLimits

  private let began = ContinuousClock.now
  private var lastLook = ContinuousClock.now
  private var spentAtProgress = Duration.zero
  private var spent = Duration.zero
  private var idle = Duration.zero
  /// What it had of time since the last verdict.
  private var had = Duration.zero
  /// Resident memory at its highest, in bytes. The kernel's own figure, `ru_maxrss`, begins with
  /// what the process had that started the child.
  private(set) var peakMemory = 0

  /// How often it looks; each look reads a few files of the kernel.
  static let interval = Duration.milliseconds(40)

  init(pid: pid_t, limits: ChildLimits) {
    self.pid = pid
    self.limits = limits
  }

  mutating func sawProgress() {
    spentAtProgress = spent
    idle = .zero
  }

  mutating func sawVerdict() { had = .zero }

  /// The reason to stop the child now, if there is one.
  mutating func look() -> StopReason? {
    let now = ContinuousClock.now
    let passed = now - lastLook
    guard passed >= Self.interval else { return nil }
    lastLook = now
    guard let sample = ProcessSample(of: pid) else { return nil }
    measure(sample, passed)
    peakMemory = max(peakMemory, sample.memory)
    return excess(sample) ?? standstill() ?? overtime(sample)
      ?? (now - began > limits.wall ? .wall(limits.wall) : nil)
  }

  private mutating func measure(_ sample: ProcessSample, _ passed: Duration) {
    // One look counts for one interval, however late it came: we may have been starved as well.
    let computed = sample.processorTime - spent
    let wantsMore = computed < passed / 2 && ProcessSample.isAbleToRun(pid)
    idle = computed > .zero || wantsMore ? .zero : idle + Self.interval
    had += wantsMore ? computed : min(passed, Self.interval * 2)
    spent = sample.processorTime
  }

  private func overtime(_ sample: ProcessSample) -> StopReason? {
    limits.time.flatMap { had > $0 ? .tooLong($0, threads: sample.threads) : nil }
  }

  private func standstill() -> StopReason? {
    if let allowed = limits.busyWithoutProgress, spent - spentAtProgress > allowed {
      return .busy(spent - spentAtProgress)
    }
    if let allowed = limits.idleWithoutProgress, idle > allowed { return .blocked(idle) }
    return nil
  }

  private func excess(_ sample: ProcessSample) -> StopReason? {
    if sample.memory > limits.memory { return .memory(bytes: sample.memory) }
    if sample.threads > limits.threads { return .threads(sample.threads) }
    let children = ProcessSample.children(of: pid)
    return children > limits.processes ? .processes(children) : nil
  }
}
