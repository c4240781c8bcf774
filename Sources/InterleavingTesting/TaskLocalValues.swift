internal import CTaskLocals
internal import Foundation

/// The values by which a test framework knows which test is running, for every thread of the
/// program.
///
/// The program runs on threads of the scheduler's own, so without them an expectation that fails
/// there would belong to no test. They are task-local values of the exploring test. The language's
/// runtime does not list such values, but a framework that binds one calls the runtime to do so,
/// which is seen. (Where a program binds one, the library mostly does it inside, unseen.)
struct TaskLocalValues: @unchecked Sendable {
  // @unchecked Sendable because the values are copied, never changed, and the code that bound them waits
  // for the exploration to end. What is bound to a task-local is `Sendable` itself.
  private struct Value {
    let key: UnsafeRawPointer
    let type: UnsafeRawPointer
    let storage: UnsafeRawPointer
  }

  private let values: [Value]

  /// Those that the calling thread sees now.
  init() {
    values = (0..<task_local_count()).compactMap { index in
      guard let key = task_local_key(index), let storage = Self.get?(key) else { return nil }
      return Value(key: key, type: task_local_type(index), storage: storage)
    }
  }

  /// Runs `body` with the values bound on the calling thread.
  func bind(_ body: () throws -> Void) rethrows {
    for value in values { task_local_push_copy(value.key, value.storage, value.type) }
    defer { for _ in values { Self.pop?() } }
    try body()
  }

  private typealias Pop = @convention(c) () -> Void
  private typealias Get = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?

  private static let pop = dlsym(nil, "swift_task_localValuePop").map {
    unsafeBitCast($0, to: Pop.self)
  }
  private static let get = dlsym(nil, "swift_task_localValueGet").map {
    unsafeBitCast($0, to: Get.self)
  }
}
