internal import Synchronization

/// State that threads change, one change at a time, and wait for: what locks of several kinds,
/// conditions and groups are made of.
///
/// Each change is one step. A thread that cannot go on gets in line and sleeps until a change made by
/// another one lets it go. Live, real threads do the same.
///
///     A                          B
///     changes: has the lock
///                                cannot have it, gets in line
///     changes: gives it back     (let go: has the lock)
final class Monitor<State>: @unchecked Sendable {
  // @unchecked Sendable because what changes is touched only under `mutex`.

  /// A thread in line.
  final class Waiter: @unchecked Sendable {
    // @unchecked Sendable because nothing in it changes, and `goOn` is called under the monitor's
    // mutex.
    fileprivate let turn: any SemaphoreCore
    fileprivate let goOn: (inout State) -> Bool

    fileprivate init(_ turn: any SemaphoreCore, _ goOn: @escaping (inout State) -> Bool) {
      self.turn = turn
      self.goOn = goOn
    }
  }

  let name: String
  let runtime: Runtime
  /// What its steps are operations on, and what holds it in reports.
  let resource: Resource
  private let home: Home
  /// Whether a thread goes on only if none came before it; else all go on that can.
  private let isInTurn: Bool
  private let mutex = Mutex<Void>(())
  private var state: State
  private var line: [Waiter] = []

  init(
    _ name: String, _ kind: StaticString, _ state: State, isInTurn: Bool = false,
    in runtime: Runtime, at place: SourcePlace
  ) {
    self.runtime = runtime
    self.state = state
    self.isInTurn = isInTurn
    resource = runtime.core.makeState(name)
    self.name = resource.name
    home = Home(runtime: runtime.core.number, kind: kind, place: place)
  }

  /// Changes the state in one step. Lets those go who can go on now.
  func change<Result>(
    _ words: @autoclosure () -> String, at place: SourcePlace,
    _ body: (inout State) -> Result
  ) -> Result {
    step(words(), at: place)
    let (result, freed) = mutex.withLock { _ in (body(&state), letGo()) }
    for waiter in freed { waiter.turn.signal(at: place) }
    return result
  }

  /// The same where the change may turn out to be none: false, and nothing else has happened then.
  func attempt(
    _ words: @autoclosure () -> String, at place: SourcePlace,
    _ body: @escaping (inout State) -> Bool
  ) -> Bool {
    home.check(name, at: place)
    let fact =
      runtime.isTracing
      ? SchedulerFact.accessed(resource: name, kind: .write, words: words()) : nil
    runtime.core.exchange(resource, fact, at: place) { [self] in
      mutex.withLock { _ in
        var copy = state
        return body(&copy)
      }
    }
    return mutex.withLock { _ in body(&state) }
  }

  /// Looks at the state. That is no step.
  func look<Result>(_ body: (State) -> Result) -> Result { mutex.withLock { _ in body(state) } }

  /// Waits until `goOn`, which may change the state, says yes. `first` is done in the same step as
  /// getting in line.
  func wait(
    _ words: @autoclosure () -> String, for want: Want, at place: SourcePlace,
    first: (inout State) -> Void = { _ in }, until goOn: @escaping (inout State) -> Bool
  ) {
    enter(words(), for: want, at: place, first: first, until: goOn)?.turn.wait(at: place)
  }

  /// The same for so long at most; false if it was too long, and `givingUp` was done instead.
  func wait(
    _ words: @autoclosure () -> String, for want: Want, atMost limit: Duration,
    at place: SourcePlace, first: (inout State) -> Void = { _ in },
    until goOn: @escaping (inout State) -> Bool, orElse ending: String? = nil,
    givingUp: (inout State) -> Void = { _ in }
  ) -> Bool {
    guard let waiter = enter(words(), for: want, at: place, first: first, until: goOn) else {
      return true
    }
    if waiter.turn.wait(atMost: limit, at: place) { return true }
    let isTooLate = change(ending ?? "gives up waiting for \(want)", at: place) { state in
      guard let index = line.firstIndex(where: { $0 === waiter }) else { return false }
      line.remove(at: index)
      givingUp(&state)
      return true
    }
    if isTooLate { return false }
    // Just before that another thread let it go.
    waiter.turn.wait(at: place)
    return true
  }

  /// Gets in line; nil if there is nothing to wait for.
  func enter(
    _ words: @autoclosure () -> String, for want: Want, at place: SourcePlace,
    first: (inout State) -> Void = { _ in }, until goOn: @escaping (inout State) -> Bool
  ) -> Waiter? {
    step(words(), at: place)
    let (waiter, freed) = mutex.withLock { _ -> (Waiter?, [Waiter]) in
      first(&state)
      let freed = letGo()
      if !isInTurn || line.isEmpty, goOn(&state) { return (nil, freed) }
      let waiter = Waiter(runtime.core.makeTurn(want, of: resource), goOn)
      line.append(waiter)
      return (waiter, freed)
    }
    for other in freed { other.turn.signal(at: place) }
    return waiter
  }

  private func step(_ words: @autoclosure () -> String, at place: SourcePlace) {
    home.check(name, at: place)
    runtime.access(resource, .write, words(), file: place.file, line: place.line)
  }

  /// Takes those out of the line who can go on.
  private func letGo() -> [Waiter] {
    var freed: [Waiter] = []
    var index = 0
    while index < line.count {
      if line[index].goOn(&state) {
        freed.append(line.remove(at: index))
        // What it changed may let another one go.
        index = 0
      } else if isInTurn {
        break
      } else {
        index += 1
      }
    }
    return freed
  }
}

extension Monitor.Waiter {
  func wait(at place: SourcePlace) { turn.wait(at: place) }
}

/// A real thread, as a lock remembers who has it.
typealias ThreadIdentity = ObjectIdentifier

extension ThreadState {
  static var identity: ThreadIdentity { ObjectIdentifier(current) }
}
