internal import Interleaving
internal import Synchronization

/// Something that is so or not, as threads find it: whether an operation is cancelled. Setting it
/// and asking are steps.
final class Flag: Sendable {
  private let resource: PerRun<Resource>
  private let value = Atomic(false)

  init(_ name: String) { resource = .made { $0.resource(name, guardsItself: true) } }

  var isSet: Bool {
    Runtime.current.accessUnderItsLock(resource.current, .read, "asks \(resource.current.name)")
    return value.load(ordering: .relaxed)
  }

  func set(_ isSet: Bool) {
    Runtime.current.accessUnderItsLock(resource.current, .write, "changes \(resource.current.name)")
    value.store(isSet, ordering: .relaxed)
  }
}

/// How far an operation or a thread is, as others find it. Each change and each question is a step.
final class WorkState: Sendable {
  private struct State {
    var isCancelled = false
    var isExecuting = false
    var isFinished = false
  }

  private let resource: PerRun<Resource>
  private let what: String
  private let state = Mutex(State())

  init(_ what: String) {
    self.what = what
    resource = .made { $0.resource("how far \(what) is", guardsItself: true) }
  }

  /// False if it was cancelled before.
  func begin() -> Bool {
    step(.write, "begins \(what)")
    return state.withLock { state in
      state.isExecuting = true
      return !state.isCancelled
    }
  }

  func finish() {
    step(.write, "finishes \(what)")
    state.withLock { ($0.isExecuting, $0.isFinished) = (false, true) }
  }

  func cancel() {
    step(.write, "cancels \(what)")
    state.withLock { $0.isCancelled = true }
  }

  func says(_ words: @autoclosure () -> String) { step(.write, "says \(words())") }

  var isCancelled: Bool { asked("is cancelled", \.isCancelled) }
  var isExecuting: Bool { asked("runs", \.isExecuting) }
  var isFinished: Bool { asked("is finished", \.isFinished) }

  private func asked(_ words: String, _ path: KeyPath<State, Bool>) -> Bool {
    step(.read, "asks whether \(what) \(words)")
    return state.withLock { $0[keyPath: path] }
  }

  private func step(_ kind: AccessKind, _ words: @autoclosure () -> String) {
    Runtime.current.accessUnderItsLock(resource.current, kind, words())
  }
}
