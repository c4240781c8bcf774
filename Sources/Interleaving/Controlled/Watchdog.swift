internal import Dispatch
internal import Foundation
internal import Synchronization

/// Notices that a program blocks or loops where the scheduler cannot see it.
///
/// One thread for the whole process looks at every run in progress forty times a second. It
/// judges by what the kernel says of the thread that holds the token (asleep, or how much it has
/// computed) and of all others, never by the clock alone, so that a busy machine raises no alarm.
final class Watchdog: Sendable {
  // Unsafe, because it is assigned: by the only thread of a process.
  nonisolated(unsafe) private(set) static var shared = Watchdog()

  /// A child process has not got its thread.
  static func startAgain() { shared = Watchdog() }

  /// How often it looks.
  private static let period = Duration.milliseconds(25)
  /// At so many looks in a row a thread must have been asleep without having computed anything, and
  /// no other was able to run.
  private static let looksAsleep = 4
  /// And at so many, five seconds' worth, whatever others did.
  private static let looksInCompany = 200

  /// From a thread's last sign of life to the report, if the machine has time for both and nothing
  /// else goes on in this process. A look comes up to a period late; the kernel says up to a tick of
  /// 10 ms late what a thread has computed.
  static func longestSilence(_ options: ExplorationOptions = ExplorationOptions()) -> Duration {
    let computing = options.longestComputation
    return max(period * (looksAsleep + 1), period + computing + .milliseconds(10) + period)
      + ControlledCore.graceAfterAbandoning
  }

  /// The run that an exploration has in progress.
  final class Post: Sendable {
    let core = Mutex<ControlledCore?>(nil)
    /// What a thread may compute without an operation.
    let longestComputation: Duration

    init(longestComputation: Duration) { self.longestComputation = longestComputation }
  }

  private let posts = Mutex<[Post]>([])
  private let wake = DispatchSemaphore(value: 0)

  private init() {
    let thread = Thread { [self] in patrol() }
    thread.name = "watchdog"
    thread.stackSize = 1 << 18
    thread.start()
  }

  func add(_ post: Post) {
    if posts.withLock({ posts in
      posts.append(post)
      return posts.count == 1
    }) {
      wake.signal()
    }
  }

  func remove(_ post: Post) { posts.withLock { $0.removeAll { $0 === post } } }

  private func patrol() {
    var suspects: [ObjectIdentifier: Suspect] = [:]
    while true {
      let posts = posts.withLock { $0 }
      if posts.isEmpty {
        suspects = [:]
        wake.wait()
        continue
      }
      let others = Others()
      for post in posts {
        let key = ObjectIdentifier(post)
        suspects[key] = post.core.withLock { $0 }
          .flatMap { look(at: $0, of: post, suspects[key], among: others) }
      }
      Thread.sleep(forTimeInterval: Self.period / .seconds(1))
    }
  }

  /// The threads of the process, asked at most once for all runs that are looked at together: there may
  /// be thousands.
  private final class Others {
    private(set) lazy var areAbleToRun = KernelThread.isAnotherAbleToRun
  }

  private func look(
    at core: ControlledCore, of post: Post, _ suspect: Suspect?, among others: Others
  ) -> Suspect? {
    let beats = core.beats.load(ordering: .relaxed)
    guard let state = KernelThread(core.holder.load(ordering: .relaxed)) else { return nil }
    guard var suspect, suspect.run == core.number, suspect.beats == beats else {
      return Suspect(run: core.number, beats: beats, computed: state.computed)
    }
    switch suspect.judge(
      isAsleep: state.isAsleep, computed: state.computed, of: post.longestComputation,
      isAlone: state.systemCall.isOwnAffair && !others.areAbleToRun)
    {
    case .unclear: return suspect
    case .blocked: core.abandon(.blocked(in: state.systemCall.words))
    case .looping:
      state.yieldToOthers()
      core.abandon(.looping)
    }
    return nil
  }

  /// A thread that has not answered since the last look.
  struct Suspect {
    let run: Int
    let beats: Int
    /// What it had computed at the last look.
    private var computed: Duration
    /// What it has computed without an operation. A host that takes the processor away bills the
    /// thread for that in one piece, so of what comes between two looks only so much counts.
    private var inOneGo = Duration.zero
    private static let mostPerLook = Watchdog.period * 2
    /// At how many looks in a row it was asleep, and at how many no thread was there to wake it.
    private var (asleep, asleepAlone) = (0, 0)

    enum Verdict { case unclear, blocked, looping }

    init(run: Int, beats: Int, computed: Duration) {
      self.run = run
      self.beats = beats
      self.computed = computed
    }

    /// Judges by one more look.
    ///
    /// A sleeper may soon be woken by a thread that only waits for a processor or a disk: the
    /// one that hands it the token, or the one that has the memory allocator's lock.
    ///
    ///     giver                         holder
    ///     names the holder              sleeps
    ///     (waits for a processor)       sleeps: not blocked
    ///     wakes the holder
    ///
    /// And what another process is to do, as reading a pipe, may take its time. So a few looks are
    /// enough only where no other thread is able to run and no other process has a part in it; else
    /// it takes until everybody must have had their turn.
    mutating func judge(
      isAsleep: Bool, computed total: Duration, of longestComputation: Duration,
      isAlone: @autoclosure () -> Bool
    ) -> Verdict {
      inOneGo += min(total - computed, Self.mostPerLook)
      let isStill = isAsleep && total == computed
      computed = total
      guard isStill else {
        (asleep, asleepAlone) = (0, 0)
        return inOneGo >= longestComputation ? .looping : .unclear
      }
      asleep += 1
      asleepAlone = isAlone() ? asleepAlone + 1 : 0
      let isBlocked =
        asleepAlone >= Watchdog.looksAsleep || asleep >= Watchdog.looksInCompany
      return isBlocked ? .blocked : .unclear
    }
  }
}
