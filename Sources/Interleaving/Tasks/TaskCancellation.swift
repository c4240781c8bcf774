internal import Foundation

// Whether a task is cancelled is a question whose answer depends on when it is asked. The functions
// that cancel and that answer are found here before those of the language's library.

extension Task {
  @_silgen_name("$sScT6cancelyyF")
  @usableFromInline
  func cancelAsStep() {
    let task = unsafeBitCast(self, to: UnsafeMutableRawPointer.self)
    TaskCancellation.cancelAsStep(task)
  }
}

/// What `task.isCancelled` calls.
@_cdecl("swift_task_isCancelled")
@usableFromInline
func isTaskCancelledAsStep(_ task: UnsafeMutableRawPointer) -> Bool {
  ControlledCore.askWhetherCancelled()
  return TaskCancellation.isCancelled(task)
}

extension UnsafeCurrentTask {
  @_silgen_name("$sSct11isCancelledSbvg")
  @usableFromInline
  func isCancelledAsStep() -> Bool {
    ControlledCore.askWhetherCancelled()
    return TaskCancellation.isCancelled(unsafeBitCast(self, to: UnsafeMutableRawPointer.self))
  }

  @_silgen_name("$sSct6cancelyyF")
  @usableFromInline
  func cancelAsStep() {
    TaskCancellation.cancelAsStep(unsafeBitCast(self, to: UnsafeMutableRawPointer.self))
  }
}

extension Task where Success == Never, Failure == Never {
  @_silgen_name("$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ")
  @usableFromInline
  static func isCancelledAsStep() -> Bool {
    ControlledCore.askWhetherCancelled()
    return Job.current.map(TaskCancellation.isCancelled) ?? false
  }

  @_silgen_name("$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ")
  @usableFromInline
  static func checkCancellationAsStep() throws {
    if isCancelledAsStep() { try TaskCancellation.refuse() }
  }
}

extension TaskGroup {
  @_silgen_name("$sScG11isCancelledSbvg")
  @usableFromInline
  func isCancelledAsStep() -> Bool { ControlledCore.isGroupCancelled(self) }

  @_silgen_name("$sScG9cancelAllyyF")
  @usableFromInline
  func cancelAllAsStep() { ControlledCore.cancelGroup(of: self) }
}

extension ThrowingTaskGroup {
  @_silgen_name("$sScg11isCancelledSbvg")
  @usableFromInline
  func isCancelledAsStep() -> Bool { ControlledCore.isGroupCancelled(self) }

  @_silgen_name("$sScg9cancelAllyyF")
  @usableFromInline
  func cancelAllAsStep() { ControlledCore.cancelGroup(of: self) }
}

extension DiscardingTaskGroup {
  @_silgen_name("$ss19DiscardingTaskGroupV11isCancelledSbvg")
  @usableFromInline
  func isCancelledAsStep() -> Bool { ControlledCore.isGroupCancelled(self) }

  @_silgen_name("$ss19DiscardingTaskGroupV9cancelAllyyF")
  @usableFromInline
  func cancelAllAsStep() { ControlledCore.cancelGroup(of: self) }
}

extension ThrowingDiscardingTaskGroup {
  @_silgen_name("$ss27ThrowingDiscardingTaskGroupV11isCancelledSbvg")
  @usableFromInline
  func isCancelledAsStep() -> Bool { ControlledCore.isGroupCancelled(self) }

  @_silgen_name("$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF")
  @usableFromInline
  func cancelAllAsStep() { ControlledCore.cancelGroup(of: self) }
}

/// What `addTaskUnlessCancelled` asks for.
@_cdecl("swift_taskGroup_addPending")
@usableFromInline
func addPendingAsStep(_ group: UnsafeMutableRawPointer, unconditionally: Bool) -> Bool {
  if !unconditionally { ControlledCore.askWhetherCancelled() }
  return TaskCancellation.addPending(to: group, unconditionally)
}

/// The handler of a task that is cancelled already runs at once, by the task itself; that of one
/// that is cancelled meanwhile is run by the cancelling thread, and the task waits for its end before
/// it takes the handler away.
@_silgen_name(
  "$ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF")
@usableFromInline
func withTaskCancellationHandlerAsSteps<Result>(
  operation: @concurrent @Sendable () async throws -> sending Result,
  onCancel handler: @Sendable () -> Void,
  isolation: isolated (any Actor)?
) async throws -> Result {
  try await withoutActuallyEscaping(handler) { handler in
    let own = ControlledCore.addHandler(handler)
    // The runtime keeps no reference to it.
    let known: @Sendable () -> Void = {
      if let own { ControlledCore.runtimeRuns(own) } else { handler() }
    }
    let record = TaskCancellation.add(known)
    defer {
      ControlledCore.wait(for: own)
      withExtendedLifetime(known) { TaskCancellation.remove(record) }
      if let own { ControlledCore.remove(own) }
    }
    return try await operation()
  }
}

enum TaskCancellation {
  static func refuse() throws { throw CancellationError() }

  /// As a step, where the calling thread is part of a run that has tasks.
  static func cancelAsStep(_ task: UnsafeMutableRawPointer, at place: SourcePlace? = nil) {
    guard let (core, thread, table) = ControlledCore.caller else { return cancel(task) }
    core.cancel(task, by: thread, table, at: place ?? thread.pending.place)
  }

  static func cancel(_ task: UnsafeMutableRawPointer) { library.cancel?(task) }
  static func isCancelled(_ task: UnsafeMutableRawPointer) -> Bool {
    library.isCancelled?(task) ?? false
  }
  static func cancelGroup(at group: UnsafeMutableRawPointer) {
    library.cancelGroup?(group)
  }

  static func isGroupCancelled(at group: UnsafeMutableRawPointer) -> Bool {
    library.isGroupCancelled?(group) ?? false
  }
  static func addPending(to group: UnsafeMutableRawPointer, _ unconditionally: Bool) -> Bool {
    library.addPending?(group, unconditionally) ?? false
  }

  /// A function, in the two words that it is made of.
  private struct Handler {
    let run: @Sendable () -> Void

    var words: (UnsafeRawPointer, UnsafeRawPointer?) {
      unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    }
  }

  fileprivate static func add(_ handler: @escaping @Sendable () -> Void) -> UnsafeRawPointer? {
    let (function, context) = Handler(run: handler).words
    return library.addHandler?(function, context)
  }
  fileprivate static func remove(_ handler: UnsafeRawPointer?) {
    if let handler { library.removeHandler?(handler) }
  }

  private typealias AddHandler =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer?) -> UnsafeRawPointer
  private typealias RemoveHandler = @convention(c) (UnsafeRawPointer) -> Void
  private typealias Cancel = @convention(c) (UnsafeMutableRawPointer) -> Void
  private typealias AddPending = @convention(c) (UnsafeMutableRawPointer, Bool) -> Bool
  private typealias IsCancelled = @convention(c) (UnsafeMutableRawPointer) -> Bool

  private static let library = (
    cancel: function("swift_task_cancel", as: Cancel.self),
    isCancelled: function("swift_task_isCancelled", as: IsCancelled.self),
    cancelGroup: function("swift_taskGroup_cancelAll", as: Cancel.self),
    isGroupCancelled: function("swift_taskGroup_isCancelled", as: IsCancelled.self),
    addPending: function("swift_taskGroup_addPending", as: AddPending.self),
    addHandler: function("swift_task_addCancellationHandler", as: AddHandler.self),
    removeHandler: function("swift_task_removeCancellationHandler", as: RemoveHandler.self)
  )

  private static func function<Function>(_ symbol: String, as type: Function.Type) -> Function? {
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), symbol).map { unsafeBitCast($0, to: type) }
  }
}
