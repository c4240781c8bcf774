// A stream of the standard library is shared by who yields and who reads, behind a lock of its own.
// The functions below are found before the library's and tell the run that there is one; which
// element came first they cannot change.

extension AsyncStream.Continuation {
  @_silgen_name("$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF")
  @usableFromInline
  func yieldAndTell(_ value: __owned Element) -> YieldResult {
    ControlledCore.noteStream()
    // The caller gave the element away, as the function that this one stands for asks.
    nonisolated(unsafe) let result = Result<Element, Never>.success(value)
    return yield(with: result)
  }
}

extension AsyncStream.Continuation where Element == Void {
  @_silgen_name("$sScS12ContinuationV5yieldAB11YieldResultOyyt__GyytRszlF")
  @usableFromInline
  func yieldAndTell() -> YieldResult {
    ControlledCore.noteStream()
    return yield(with: .success(()))
  }
}

extension AsyncThrowingStream.Continuation {
  @_silgen_name("$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF")
  @usableFromInline
  func yieldAndTell(_ value: __owned Element) -> YieldResult where Failure == any Error {
    ControlledCore.noteStream()
    nonisolated(unsafe) let result = Result<Element, any Error>.success(value)
    return yield(with: result)
  }
}

extension ControlledCore {
  /// Somebody yields to a stream of the standard library.
  fileprivate static func noteStream() {
    guard let thread = ThreadState.existing?.virtual, thread.core.isGoingOn else { return }
    thread.core.model.record.unordered.insert(.stream)
  }
}
