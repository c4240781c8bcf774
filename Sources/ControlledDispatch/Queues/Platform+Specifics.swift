internal import Interleaving

extension Platform {
  /// A key for what is kept with a queue.
  public final class DispatchSpecificKey<Value>: Sendable {
    public init() {}
  }

  /// What `dispatchPrecondition` may ask.
  public enum DispatchPredicate: Sendable {
    case onQueue(DispatchQueue)
    case onQueueAsBarrier(DispatchQueue)
    case notOnQueue(DispatchQueue)
  }

  public static func dispatchPrecondition(
    condition: @autoclosure () -> DispatchPredicate, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let (holds, label, words) =
      switch condition() {
      case .onQueue(let queue): (queue.isCurrent, queue.label, "not on")
      case .onQueueAsBarrier(let queue): (queue.isBarrier, queue.label, "not alone on")
      case .notOnQueue(let queue): (!queue.isCurrent, queue.label, "on")
      }
    guard !holds else { return }
    Runtime.current.fail(
      "dispatchPrecondition does not hold: this code runs \(words) queue \(label)", file: file,
      line: line)
  }
}

extension Platform.DispatchQueue {
  /// Which queue asks is known by the thread, so that a value is found where it was put.
  public func setSpecific<Value>(key: Platform.DispatchSpecificKey<Value>, value: Value?) {
    specifics.current.set(value, for: ObjectIdentifier(key))
    SpecificQueues.ofRun.current.note(self)
  }

  public func getSpecific<Value>(key: Platform.DispatchSpecificKey<Value>) -> Value? {
    specifics.current.value(for: ObjectIdentifier(key)) as? Value
  }

  public static func getSpecific<Value>(key: Platform.DispatchSpecificKey<Value>) -> Value? {
    for queue in SpecificQueues.ofRun.current.queues where queue.isCurrent {
      if let value = queue.getSpecific(key: key) { return value }
    }
    return nil
  }

  @discardableResult
  public func asyncAndWait<Result>(
    file: StaticString = #fileID, line: UInt = #line, execute work: () throws -> Result
  ) rethrows -> Result {
    try sync(file: file, line: line, execute: work)
  }
}

/// What is kept with a queue in one run. To keep something and to ask for it are steps.
final class QueueSpecifics: @unchecked Sendable {
  // @unchecked Sendable because what is kept is touched by one step at a time.
  private let resource: Resource
  private let label: String
  private var kept: [ObjectIdentifier: Any] = [:]

  init(_ runtime: Runtime, _ label: String) {
    resource = runtime.resource("what is kept with queue \(label)", guardsItself: true)
    self.label = label
  }

  func set(_ value: Any?, for key: ObjectIdentifier) {
    Runtime.current.accessUnderItsLock(resource, .write, "keeps something with queue \(label)")
    kept[key] = value
  }

  func value(for key: ObjectIdentifier) -> Any? {
    Runtime.current.accessUnderItsLock(resource, .read, "asks for what is kept with queue \(label)")
    return kept[key]
  }
}

/// The queues of a run that something is kept with.
private final class SpecificQueues: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  static let ofRun = PerRun { _ in SpecificQueues() }
  private(set) var queues: [Platform.DispatchQueue] = []

  func note(_ queue: Platform.DispatchQueue) {
    if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
  }
}

extension Platform.DispatchQueue {
  @available(
    *, unavailable,
    message: "not controlled: suspending a queue; use a semaphore or a flag"
  )
  public func suspend() {}

  @available(*, unavailable, message: "not controlled: resuming a queue; use a semaphore or a flag")
  public func resume() {}

  @available(
    *, unavailable,
    message: "not controlled: queues that begin inactive; make it where it begins"
  )
  public func activate() {}

  @available(*, unavailable, message: "not controlled: another target later; give it to init")
  public func setTarget(queue: Platform.DispatchQueue?) {}
}
