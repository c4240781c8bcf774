internal import Glibc
internal import Synchronization

/// Data races that happened in a live run: two accesses to one cell, or to what an engine touches, of
/// which one is a write, and between which nothing that the program did put an order.
///
/// Real threads are watched by the clocks that controlled ones have (`ClockTable`, the sync half). Who
/// has a clock is a thread or a queue; what it does is kept under one mutex. Tasks are run by threads
/// of the language, and what orders them is not seen here: a task knows of all that was done before.
///
///     importer                     main
///     gives (unlocks)
///                                  takes (locks): knows of what importer did
final class LiveRaces: @unchecked Sendable {
  // @unchecked Sendable because what changes is touched only under `mutex`.
  static let shared = LiveRaces()

  /// For each party, how far something has come to know of it.
  typealias Clock = [Int]

  /// Whatever hands knowledge on: a lock, a signal, a block on its way.
  final class Moment: @unchecked Sendable {
    // @unchecked Sendable because it is touched only under the mutex of `LiveRaces`.
    fileprivate var clock: Clock = []

    /// None where nothing is noted, so that a lock costs what it did.
    static var ifWatching: Moment? { LiveRaces.shared.isWatching ? Moment() : nil }
  }

  /// A thread, or a queue whose blocks run on one after the other.
  final class Party: @unchecked Sendable {
    // @unchecked Sendable because it is touched only under the mutex of `LiveRaces`.
    fileprivate var name: String
    fileprivate let number: Int
    /// Which run it belongs to.
    fileprivate let run: Int
    fileprivate var clock: Clock

    fileprivate init(_ name: String, number: Int, run: Int) {
      self.name = name
      self.number = number
      self.run = run
      clock = Clock(repeating: 0, count: number) + [1]
    }
  }

  private struct Access {
    let party: Party
    let epoch: Int
    let kind: AccessKind
    let place: SourcePlace

    var inWords: RaceReport.Access {
      RaceReport.Access(thread: party.name, kind: kind, place: place)
    }
  }

  private struct Accesses {
    var lastWrite: Access?
    /// Since then, one of each party.
    var reads: [Access] = []
  }

  private let watches = Atomic(false)
  private let mutex = Mutex<Void>(())
  private var run = 0
  private var parties: [Party] = []
  private var accesses: [Int: Accesses] = [:]
  private var moments: [Int: Moment] = [:]
  private var found: [RaceReport] = []

  /// Nothing is noted before. The caller is the main thread of a run.
  func begin() {
    watches.store(true, ordering: .sequentiallyConsistent)
    ThreadState.current.party = party("main")
  }

  /// The races of the run that is over.
  func end() -> [RaceReport] {
    watches.store(false, ordering: .sequentiallyConsistent)
    return mutex.withLock { _ in
      defer {
        run += 1
        (parties, accesses, moments, found) = ([], [:], [:], [])
      }
      return found
    }
  }

  var isWatching: Bool { watches.load(ordering: .relaxed) }

  /// One more that acts; nil where nothing is noted.
  func party(_ name: String) -> Party? {
    isWatching ? mutex.withLock { _ in add(name) } : nil
  }

  func rename(_ party: Party?, _ name: String) {
    guard let party else { return }
    mutex.withLock { _ in party.name = name }
  }

  private func add(_ name: String) -> Party {
    parties.append(Party(name, number: parties.count, run: run))
    return parties.last!
  }

  // MARK: What is handed on

  /// Who takes `moment` from now on knows what the caller has done so far.
  func give(_ moment: Moment?) {
    guard isWatching, let moment else { return }
    mutex.withLock { _ in give(moment, by: caller()) }
  }

  func take(_ moment: Moment?) {
    guard isWatching, let moment else { return }
    mutex.withLock { _ in caller().clock.join(moment.clock) }
  }

  /// What the caller has done so far, to be taken by somebody else; nil where nothing is noted.
  func moment() -> Moment? {
    guard isWatching else { return nil }
    let moment = Moment()
    give(moment)
    return moment
  }

  /// A block that knows what was done before it was handed over.
  func handedOver(_ block: @escaping () -> Void) -> () -> Void {
    guard let moment = moment() else { return block }
    return {
      self.take(moment)
      block()
    }
  }

  /// That of a resource which the program gives and takes.
  func moment(of resource: Resource) -> Moment? {
    guard isWatching else { return nil }
    return mutex.withLock { _ in
      if let known = moments[resource.id] { return known }
      let made = Moment()
      moments[resource.id] = made
      return made
    }
  }

  /// Everything has come to its end: the caller knows of all of it.
  func takeAll() {
    guard isWatching else { return }
    mutex.withLock { _ in takeAll(caller()) }
  }

  private func takeAll(_ party: Party) { for other in parties { party.clock.join(other.clock) } }

  private func give(_ moment: Moment, by party: Party) {
    moment.clock.join(party.clock)
    party.clock[party.number] += 1
  }

  /// Runs a block of `queue`, which was handed over at `moment`.
  func run(_ queue: Party?, after moment: Moment?, _ block: () -> Void) {
    guard let queue else { return block() }
    let state = ThreadState.current
    let outer = state.party
    state.party = queue
    take(moment)
    block()
    state.party = outer
  }

  private func caller() -> Party {
    let state = ThreadState.current
    let known = state.party.flatMap { $0.run == run ? $0 : nil }
    let party = known ?? add("a thread")
    state.party = party
    if withUnsafeCurrentTask(body: { $0 != nil }) { takeAll(party) }
    return party
  }

  // MARK: What is done

  func note(_ resource: Resource, _ kind: AccessKind, at place: SourcePlace) {
    guard isWatching, !resource.guardsItself else { return }
    mutex.withLock { _ in
      let party = caller()
      let access = Access(
        party: party, epoch: party.clock[party.number], kind: kind, place: place)
      var known = accesses[resource.id] ?? Accesses()
      if let write = known.lastWrite { compare(write, access, resource) }
      if kind == .write {
        for read in known.reads { compare(read, access, resource) }
        known = Accesses(lastWrite: access)
      } else {
        known.reads.removeAll { $0.party === party }
        known.reads.append(access)
      }
      accesses[resource.id] = known
    }
  }

  private func compare(_ earlier: Access, _ later: Access, _ resource: Resource) {
    let number = earlier.party.number
    if earlier.party === later.party || later.party.clock.knows(of: number) >= earlier.epoch {
      return
    }
    let report = RaceReport(
      resource: resource.name, first: earlier.inWords, second: later.inWords)
    if !found.contains(report) { found.append(report) }
  }
}

extension LiveRaces.Clock {
  fileprivate func knows(of party: Int) -> Int { party < count ? self[party] : 0 }

  fileprivate mutating func join(_ other: [Int]) {
    if count < other.count { self += Array(repeating: 0, count: other.count - count) }
    for (index, time) in other.enumerated() where time > self[index] { self[index] = time }
  }
}
