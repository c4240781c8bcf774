internal import Foundation

// Whether a task is cancelled is a question whose answer depends on when it is asked. The functions
// that answer are found here before those of the language's library.

extension Task where Success == Never, Failure == Never {
  @_silgen_name("$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ")
  @usableFromInline
  static func isCancelledAsStep() -> Bool {
    ControlledCore.askWhetherCancelled()
    return TaskCancellation.isCancelled()
  }

  @_silgen_name("$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ")
  @usableFromInline
  static func checkCancellationAsStep() throws {
    if isCancelledAsStep() { try TaskCancellation.refuse() }
  }
}

private enum TaskCancellation {
  static func refuse() throws { throw CancellationError() }

  /// The library's own.
  static let isCancelled: @convention(c) () -> Bool = {
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return unsafeBitCast(
      dlsym(next, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ")!,
      to: (@convention(c) () -> Bool).self)
  }()
}

extension ControlledCore {
  fileprivate static func askWhetherCancelled() {
    guard let thread = ThreadState.existing?.virtual, thread.core.isGoingOn,
      let table = thread.core.tasks
    else { return }
    thread.core.look(
      .read, by: thread, table, .asksWhetherCancelled, at: thread.pending.place)
  }
}
