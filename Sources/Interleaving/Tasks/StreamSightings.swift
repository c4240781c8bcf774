internal import Foundation

// A stream of the standard library is shared by who yields and who reads, behind a lock of its own.
// The functions below are found before the library's and tell the run that there is one; which
// element came first they cannot change. To finish a stream makes a difference only where it can be
// finished in two ways, with an error or without.

extension AsyncStream.Continuation {
  @_silgen_name("$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF")
  @usableFromInline
  func yieldAndTell(_ value: __owned sending Element) -> YieldResult {
    ControlledCore.noteStream()
    return LibraryMethod.call(
      "$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF", of: self, giving: value)
  }

  @_silgen_name("$sScS12ContinuationV5yield4withAB11YieldResultOyx__Gs0E0Oyxs5NeverOG_tF")
  @usableFromInline
  func yieldAndTell(with result: __shared sending Result<Element, Never>) -> YieldResult {
    ControlledCore.noteStream()
    return withUnsafePointer(to: result) {
      LibraryMethod.call(
        "$sScS12ContinuationV5yield4withAB11YieldResultOyx__Gs0E0Oyxs5NeverOG_tF", of: self, $0)
    }
  }
}

extension AsyncStream.Continuation where Element == Void {
  @_silgen_name("$sScS12ContinuationV5yieldAB11YieldResultOyyt__GyytRszlF")
  @usableFromInline
  func yieldAndTell() -> YieldResult { yieldAndTell(()) }
}

extension AsyncThrowingStream.Continuation {
  @_silgen_name("$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF")
  @usableFromInline
  func yieldAndTell(_ value: __owned sending Element) -> YieldResult {
    ControlledCore.noteStream()
    return LibraryMethod.call(
      "$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF", of: self, giving: value)
  }

  @_silgen_name(
    "$sScs12ContinuationV5yield4withAB11YieldResultOyxs5Error_p__Gs0E0OyxsAG_pG_tsAG_pRs_rlF")
  @usableFromInline
  func yieldAndTell(with result: __shared sending Result<Element, any Error>) -> YieldResult
  where Failure == any Error {
    ControlledCore.noteStream()
    return withUnsafePointer(to: result) {
      LibraryMethod.call(
        "$sScs12ContinuationV5yield4withAB11YieldResultOyxs5Error_p__Gs0E0OyxsAG_pG_tsAG_pRs_rlF",
        of: self, $0)
    }
  }

  @_silgen_name("$sScs12ContinuationV6finish8throwingyq_Sgn_tF")
  @usableFromInline
  func finishAndTell(throwing error: __owned Failure?) {
    if error != nil { ControlledCore.noteStream() }
    LibraryMethod.call("$sScs12ContinuationV6finish8throwingyq_Sgn_tF", of: self, giving: error)
      as Void
  }
}

extension AsyncThrowingStream.Continuation where Element == Void {
  @_silgen_name("$sScs12ContinuationV5yieldAB11YieldResultOyytq___GyytRszrlF")
  @usableFromInline
  func yieldAndTell() -> YieldResult { yieldAndTell(()) }
}

/// Functions of the language's library that are to lead here first. Whether they do is a matter of how
/// a program is linked, so they are tried.
enum LanguageHooks {
  static let streams = [
    "$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF",
    "$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF",
  ]
  static let seesStreams = streams.allSatisfy(leadsHere)

  static func leadsHere(_ symbol: String) -> Bool {
    guard let own = dlsym(UnsafeMutableRawPointer(bitPattern: -1), symbol) else { return false }
    return LanguageRuntime.address(of: symbol) != own
  }
}

extension ControlledCore {
  /// A value is yielded to a stream of the standard library.
  fileprivate static func noteStream() {
    guard let thread = ThreadState.virtual, thread.core.isGoingOn else { return }
    thread.core.model.record.unordered.insert(.stream)
  }
}

/// A method of the language's library that has one argument in memory, called by its symbol: one that
/// is found here first could not be called by its name.
///
/// A method finds its value where a closure finds what it has captured, and the type of that value
/// comes after the arguments.
private struct LibraryMethod<Result> {
  let run: (UnsafeRawPointer, UnsafeRawPointer) -> Result

  /// The library takes the argument over.
  static func call<Value, Argument>(
    _ symbol: String, of value: Value, giving argument: __owned Argument
  ) -> Result {
    let given = UnsafeMutablePointer<Argument>.allocate(capacity: 1)
    given.initialize(to: argument)
    defer { given.deallocate() }
    return call(symbol, of: value, given)
  }

  static func call<Value>(
    _ symbol: String, of value: Value, _ argument: UnsafeRawPointer
  ) -> Result {
    let address = dlsym(UnsafeMutableRawPointer(bitPattern: -1), symbol)!
    // What a closure has captured is counted as an object is: in the second word, where 3 is one
    // reference, which stays.
    let captured = UnsafeMutablePointer<(UnsafeRawPointer, UInt)>.allocate(capacity: 1)
    captured.initialize(to: (unsafeBitCast(value, to: UnsafeRawPointer.self), 3))
    defer { captured.deallocate() }
    return withExtendedLifetime(value) {
      let method = unsafeBitCast((address, UnsafeRawPointer(captured)), to: Self.self)
      return method.run(argument, unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self))
    }
  }
}
