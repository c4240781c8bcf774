internal import Dispatch
internal import Foundation
internal import Synchronization

/// Notices that a program blocks or loops where the scheduler cannot see it.
///
/// One thread for the whole process looks at every run in progress forty times a second. It
/// judges by what the kernel says of the thread that holds the token (asleep, or how much it has
/// computed) and of all others, never by the clock alone, so that a busy machine raises no alarm.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// How often it looks.
  private static let period = Duration.milliseconds(25)
  /// At so many looks in a row a thread must have been asleep without having computed anything, and
  /// no other was able to run.
  private static let looksAsleep = 4
  /// What the process must have computed in the meantime where others are able to run.
  private static let patienceInCompany = Duration.seconds(3)

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
      for post in posts {
        let key = ObjectIdentifier(post)
        suspects[key] = post.core.withLock { $0 }.flatMap { look(at: $0, of: post, suspects[key]) }
      }
      Thread.sleep(forTimeInterval: Self.period / .seconds(1))
    }
  }

  private func look(
    at core: ControlledCore, of post: Post, _ suspect: Suspect?
  ) -> Suspect? {
    let beats = core.beats.load(ordering: .relaxed)
    guard let state = KernelThread(core.holder.load(ordering: .relaxed)) else { return nil }
    guard var suspect, suspect.run == core.number, suspect.beats == beats else {
      return Suspect(run: core.number, beats: beats, computed: state.computed)
    }
    switch suspect.judge(
      isAsleep: state.isAsleep, computed: state.computed, of: post.longestComputation,
      inCompany: KernelThread.isAnotherAbleToRun, computedByAll: KernelThread.computedByAll)
    {
    case .unclear: return suspect
    case .blocked: core.abandon(.blocked(in: state.systemCall))
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
    /// At how many looks in a row it was asleep, and nobody else was able to run.
    private var asleepAlone = 0
    /// What the process had computed when it was first seen asleep.
    private var computedByAllBefore: Duration?

    enum Verdict { case unclear, blocked, looping }

    init(run: Int, beats: Int, computed: Duration) {
      self.run = run
      self.beats = beats
      self.computed = computed
    }

    /// Judges by one more look.
    ///
    /// Whoever sleeps may soon be woken by a thread that only waits for a processor or a disk: the
    /// one that hands it the token, or the one that has the memory allocator's lock.
    ///
    ///     giver                         holder
    ///     names the holder              sleeps
    ///     (waits for a processor)       sleeps: not blocked
    ///     wakes the holder
    ///
    /// So a few looks are enough where no other thread is able to run. In company it takes until the
    /// process has computed for so long that everybody must have had a turn.
    mutating func judge(
      isAsleep: Bool, computed total: Duration, of longestComputation: Duration,
      inCompany: @autoclosure () -> Bool, computedByAll: @autoclosure () -> Duration
    ) -> Verdict {
      inOneGo += min(total - computed, Self.mostPerLook)
      let isStill = isAsleep && total == computed
      computed = total
      guard isStill else {
        (asleepAlone, computedByAllBefore) = (0, nil)
        return inOneGo >= longestComputation ? .looping : .unclear
      }
      asleepAlone = inCompany() ? 0 : asleepAlone + 1
      let before = computedByAllBefore ?? computedByAll()
      computedByAllBefore = before
      let hadTheirTurn = computedByAll() - before >= Watchdog.patienceInCompany
      return asleepAlone >= Watchdog.looksAsleep || hadTheirTurn ? .blocked : .unclear
    }
  }
}
