internal import Dispatch
internal import Foundation
internal import Synchronization

/// A real thread that runs one virtual thread after another.
final class Worker: @unchecked Sendable {
  // @unchecked Sendable because only the holder of the token assigns `job`, and the semaphore
  // hands it over; `kernelID` is written once, before the first job.
  let wake = DispatchSemaphore(value: 0)
  var job: VirtualThread?
  /// The number by which the kernel knows the thread.
  private(set) var kernelID: pid_t = 0

  init(cpu: Int) {
    let began = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      kernelID = KernelThread.current
      Affinity.pin(toCPU: cpu)
      began.signal()
      work()
    }
    thread.stackSize = 1 << 20
    thread.name = "controlled"
    ThreadState.current.asOwnAffair { thread.start() }
    began.wait()
  }

  private func work() {
    while true {
      wake.wait()
      guard var job else { return }
      self.job = nil
      while let next = job.core.run(job, on: self) { job = next }
    }
  }

  /// Ends the thread once it is free.
  func dismiss() {
    job = nil
    wake.signal()
  }
}

/// The real threads of one exploration. They sit on one CPU, so that a hand-over never has to
/// wake another one, and they outlive it: the next exploration takes the crew over.
final class Crew: @unchecked Sendable {
  // @unchecked Sendable because one exploration at a time has a crew, and in it only the holder
  // of the token touches it.

  /// Carries the main thread of a run from its beginning to its end, so that thread-local state
  /// of the main thread is stable.
  private(set) var mainWorker: Worker
  /// Signalled by each thread of an abandoned run that came to its end after all.
  let leftBehind = DispatchSemaphore(value: 0)
  let cpu: Int
  private var free: [Worker] = []

  private init(cpu: Int) {
    self.cpu = cpu
    mainWorker = Worker(cpu: cpu)
  }

  func takeWorker() -> Worker { free.popLast() ?? Worker(cpu: cpu) }

  func giveBack(_ worker: Worker) {
    if worker !== mainWorker { free.append(worker) }
  }

  /// Makes the worker that ended a run carry the main thread of the next one, which it can do
  /// without waking a thread.
  func putInCharge(_ worker: Worker) {
    guard worker !== mainWorker else { return }
    free.append(mainWorker)
    mainWorker = worker
  }

  /// A worker that will never come back.
  func lose(_ worker: Worker) {
    if worker === mainWorker { mainWorker = Worker(cpu: cpu) }
  }

  private final class Idle: Sendable {
    let state = Mutex<(crews: [Crew], made: Int)>(([], 0))
  }

  // Unsafe, because it is assigned: by the only thread of a process.
  nonisolated(unsafe) private static var idle = Idle()

  /// In a child process there are no threads but the calling one, and it may have been made while
  /// another one held the lock.
  static func startAgain() { idle = Idle() }

  /// A crew for one exploration, an idle one if there is one; on the processor with this number
  /// among those of the process, if it matters.
  static func hire(on cpu: Int? = nil) -> Crew {
    let cpus = Affinity.allowedCPUs
    let wanted = cpu.flatMap { cpus.isEmpty ? nil : cpus[$0 % cpus.count] }
    let found = idle.state.withLock { state in
      state.crews.lastIndex { wanted == nil || $0.cpu == wanted }.map { state.crews.remove(at: $0) }
    }
    if let found { return found }
    if let wanted { return Crew(cpu: wanted) }
    let number = idle.state.withLock { state in
      state.made += 1
      return state.made
    }
    return Crew(cpu: cpus.isEmpty ? 0 : cpus[number % cpus.count])
  }

  func retire() { Crew.idle.state.withLock { $0.crews.append(self) } }

  /// Ends the threads that can still end; one that is stuck is left behind.
  func dismissFree() { for worker in free { worker.dismiss() } }
}
