/// Where a task stands when the language's runtime marks it.
extension Job {
  enum Moment {
    /// It is about to be enqueued on this executor.
    case arriving(Executor)
    /// It has returned or thrown; who waits for it is about to learn of it.
    case completing
    case other
  }

  /// An executor as a task remembers it.
  struct Executor {
    /// An actor or another object; nil for the executor of tasks that are on no actor.
    let identity: UnsafeRawPointer?
    /// Zero for an actor without an executor of its own.
    let implementation: UInt

    init(_ record: UnsafeRawPointer) {
      identity = record.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
      implementation = record.load(fromByteOffset: 24, as: UInt.self)
    }
  }

  /// The kinds of a dependency on another task, and on an executor that has the task in its queue.
  private static let isAwaiting: UInt32 = 1
  private static let isEnqueued: UInt32 = 4

  var moment: Moment {
    let status = pointer.load(fromByteOffset: Offset.status, as: UInt.self)
    if status & Status.isComplete != 0 { return .completing }
    guard status & Status.dependsOnSomething != 0, let record = dependency(ofKind: Self.isEnqueued)
    else { return .other }
    return .arriving(Executor(record))
  }

  /// The task whose end it waits for, or is about to wait for.
  var awaitedTask: UnsafeRawPointer? {
    dependency(ofKind: Self.isAwaiting)?.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
  }

  private func dependency(ofKind kind: UInt32) -> UnsafeRawPointer? {
    let record = pointer.load(fromByteOffset: Offset.dependency, as: UnsafeRawPointer?.self)
    return record?.load(fromByteOffset: 32, as: UInt32.self) == kind ? record : nil
  }

  /// Whether it waits for something, or is about to.
  var isWaiting: Bool { pointer.load(fromByteOffset: Offset.dependency, as: UInt.self) != 0 }

  /// The task at an address that is marked; nil if something else is there.
  static func task(at pointer: UnsafeRawPointer) -> Job? {
    guard UInt(bitPattern: pointer) & 15 == 0, pointer.load(as: UInt.self) == taskMetadata else {
      return nil
    }
    return Job(unsafeBitCast(pointer, to: UnownedJob.self))
  }

  private static let taskMetadata: UInt? = {
    LanguageRuntime.address(of: "_swift_concurrency_debug_asyncTaskMetadata")?.load(as: UInt.self)
  }()

  /// Whether a child that has completed brings its group anything that could be told from what
  /// another one brings: a value or an error. Its group hands them out in the order they came.
  var bringsSomething: Bool {
    guard let size = Self.taskSize else { return true }
    let future = pointer + size + Self.childFragments
    let error = future.load(fromByteOffset: 16, as: UInt.self)
    return error != 0
      || Self.size(of: future.load(fromByteOffset: 8, as: UnsafeRawPointer.self)) > 0
  }

  /// The address of the group whose child it is.
  var group: UnsafeRawPointer? {
    Self.taskSize.flatMap { pointer.load(fromByteOffset: $0 + 16, as: UnsafeRawPointer?.self) }
  }

  /// Parent and next child; the group.
  private static let childFragments = 24

  /// The size of the values of a type, which stands in its table of what to do with values.
  private static func size(of type: UnsafeRawPointer) -> Int {
    let table = (type - 8).load(as: UnsafeRawPointer.self)
    return table.load(fromByteOffset: 64, as: Int.self)
  }
}
