internal import Dispatch
internal import Foundation
internal import Synchronization

/// Notices that a program blocks or loops where the scheduler cannot see it.
///
/// One thread for the whole process looks at every run in progress forty times a second. It
/// judges by what the kernel says of the thread that holds the token (asleep, or how much it has
/// computed), never by the clock alone, so that a busy machine raises no alarm.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// How often it looks.
  private static let period = Duration.milliseconds(25)
  /// At so many looks in a row a thread must have been asleep without having computed anything.
  private static let looksAsleep = 4

  /// From a thread's last sign of life to the report, if the machine has time for both. A look
  /// comes up to a period late; the kernel counts processor time in ticks of 10 ms.
  static func longestSilence(_ options: ExplorationOptions = ExplorationOptions()) -> Duration {
    let computing = options.longestComputation
    return max(period * (looksAsleep + 1), period + computing + .milliseconds(10) + period)
      + ControlledCore.graceAfterAbandoning
  }

  /// The run that an exploration has in progress.
  final class Post: Sendable {
    let core = Mutex<ControlledCore?>(nil)
    /// The clock ticks that a thread may compute without an operation.
    let longestComputation: Int

    init(longestComputation: Duration) {
      self.longestComputation = KernelThread.ticks(longestComputation)
    }
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
    let giver = KernelThread(core.giver.load(ordering: .relaxed))
    guard let state = KernelThread(core.holder.load(ordering: .relaxed)) else { return nil }
    guard var suspect, suspect.run == core.number, suspect.beats == beats else {
      return Suspect(run: core.number, beats: beats, computed: state.computed)
    }
    switch suspect.judge(
      isAsleep: state.isAsleep, isGiverAsleep: giver?.isAsleep ?? true, computed: state.computed,
      of: post.longestComputation)
    {
    case .unclear: return suspect
    case .asleep:
      suspect.hungry = .now
      return suspect
    case .blocked:
      if suspect.hungry?.isHungry(among: .now) == true {
        suspect.beginAgain()
        return suspect
      }
      core.abandon(.blocked(in: state.systemCall))
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
    /// What it had computed at its last sign of life, in clock ticks, and at the last look.
    let computed: Int
    private var computedAtLook: Int
    /// What it has computed without an operation. A host that takes the processor away bills the
    /// thread for that in one piece, so of what comes between two looks only so much counts.
    private var inOneGo = 0
    private static let mostPerLook = KernelThread.ticks(Watchdog.period * 2)
    private var asleep = 0
    /// Who waited for a processor when it was first seen asleep. One of them may have what it
    /// waits for: the memory allocator's lock, say.
    var hungry: HungryThreads?

    enum Verdict { case unclear, asleep, blocked, looping }

    /// What it was seen to do so far says nothing.
    mutating func beginAgain() { asleep = 0 }

    init(run: Int, beats: Int, computed: Int) {
      self.run = run
      self.beats = beats
      self.computed = computed
      computedAtLook = computed
    }

    /// Judges by one more look. A thread that was given the token sleeps until the giver wakes it,
    /// and on a busy machine the giver may stop short of that for as long as others compute:
    ///
    ///     giver                         holder
    ///     names the holder              sleeps
    ///     (waits for a processor)       sleeps: not blocked
    ///     wakes the holder
    ///
    /// Once it has done so, the giver sleeps itself.
    mutating func judge(
      isAsleep: Bool, isGiverAsleep: Bool, computed total: Int, of longestComputation: Int
    ) -> Verdict {
      let isStill = isAsleep && isGiverAsleep && total == computed
      asleep = isStill ? asleep + 1 : 0
      if asleep >= Watchdog.looksAsleep { return .blocked }
      if asleep == 1 { return .asleep }
      inOneGo += min(total - computedAtLook, Self.mostPerLook)
      computedAtLook = total
      return inOneGo >= longestComputation ? .looping : .unclear
    }
  }
}
