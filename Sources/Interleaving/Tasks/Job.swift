internal import Foundation

/// What the header of a job says. `JobLayout` makes sure that it is laid out like this.
struct Job {
  enum Kind { case task, actor, resumption, other }

  enum Offset {
    static let flags = 32
    static let identifier = 36
    /// Where the task goes on: the code, and what it works on.
    static let code = 56
    static let frame = 64
    static let status = 96
    /// What the task waits for now.
    static let dependency = 160
  }

  let job: UnownedJob
  let pointer: UnsafeMutableRawPointer

  init(_ job: UnownedJob) {
    self.job = job
    pointer = unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }

  var flags: UInt32 { pointer.load(fromByteOffset: Offset.flags, as: UInt32.self) }

  var kind: Kind {
    switch flags & 0xff {
    case 0: .task
    case 192, 193, 194: .actor
    case 195: .resumption
    default: .other
    }
  }

  /// Number of the task, of which there is one in the process.
  var identifier: UInt32 { pointer.load(fromByteOffset: Offset.identifier, as: UInt32.self) }
  /// Started by `async let` or a group; it ends before its parent does.
  var isChild: Bool { flags & (1 << 24) != 0 }
  var isFuture: Bool { flags & (1 << 25) != 0 }
  var isGroupChild: Bool { flags & (1 << 26) != 0 }

  /// Makes the task, which has not begun, prefer `executor`, and returns the memory that says so.
  ///
  /// This is what `withTaskExecutorPreference` does, except that it lasts as long as the task.
  func prefer(_ executor: UnownedTaskExecutor) -> UnsafeMutableRawPointer? {
    let status = pointer + Offset.status
    let flags = status.load(as: UInt.self)
    fillInPreference(executor)
    guard self.flags & Self.prefersFromStart == 0, flags & Status.prefers == 0 else { return nil }
    let record = UnsafeMutableRawPointer.allocate(byteCount: 40, alignment: 16)
    let next = status.load(fromByteOffset: 8, as: UInt.self)
    let executor = unsafeBitCast(executor, to: (UInt, UInt).self)
    let words = [Status.preferenceRecord, next, 0, executor.0, executor.1]
    words.withUnsafeBytes { record.copyMemory(from: $0.baseAddress!, byteCount: 40) }
    status.storeBytes(of: UInt(bitPattern: record), toByteOffset: 8, as: UInt.self)
    status.storeBytes(of: flags | Status.prefers, as: UInt.self)
    return record
  }

  /// A task that begins at once has the record of a preference, and no executor in it.
  private func fillInPreference(_ executor: UnownedTaskExecutor) {
    guard flags & Self.prefersFromStart != 0,
      let record = (pointer + Offset.status).load(
        fromByteOffset: 8, as: UnsafeMutableRawPointer?.self),
      record.load(as: UInt.self) & 0xff == Status.preferenceRecord,
      record.load(fromByteOffset: 24, as: UInt.self) == 0
    else { return }
    let executor = unsafeBitCast(executor, to: (UInt, UInt).self)
    record.storeBytes(of: executor.0, toByteOffset: 24, as: UInt.self)
    record.storeBytes(of: executor.1, toByteOffset: 32, as: UInt.self)
    // The task releases it at its end.
    _ = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: executor.0)!).retain()
  }

  static let prefersFromStart: UInt32 = 1 << 29
  enum Status {
    static let isComplete: UInt = 1 << 13
    static let dependsOnSomething: UInt = 1 << 14
    static let prefers: UInt = 1 << 15
    static let preferenceRecord: UInt = 5
  }

  /// The address of the code that the task goes on with.
  var code: UInt { pointer.load(fromByteOffset: Offset.code, as: UInt.self) }

  /// Tells the place where the task, which is about to suspend, goes on: from the address of the code there
  /// and of what each of its callers goes on with.
  var site: UInt {
    var site = code
    var next = pointer.load(fromByteOffset: Offset.frame, as: UnsafeRawPointer?.self)
    while let frame = next {
      site = site &* 31 &+ frame.load(fromByteOffset: 8, as: UInt.self)
      next = frame.load(as: UnsafeRawPointer?.self)
    }
    return site
  }

  func retain() { _ = Unmanaged<AnyObject>.fromOpaque(pointer).retain() }
  func release() { Unmanaged<AnyObject>.fromOpaque(pointer).release() }

  /// Whether the task, which is no child, has returned or thrown.
  var isComplete: Bool {
    guard isFuture, let size = Self.taskSize else { return true }
    return pointer.load(fromByteOffset: size, as: UInt.self) & 3 != 0
  }

  /// The size of a task, behind which its result is kept.
  static let taskSize: Int? = {
    LanguageRuntime.address(of: "_swift_concurrency_debug_asyncTaskSize")?
      .load(as: Int.self)
  }()

  /// The task that the calling thread runs.
  static var current: UnsafeMutableRawPointer? { getCurrent?() }

  private typealias GetCurrent = @convention(c) () -> UnsafeMutableRawPointer?
  private static let getCurrent = LanguageRuntime.address(of: "swift_task_getCurrent").map {
    unsafeBitCast($0, to: GetCurrent.self)
  }
}
