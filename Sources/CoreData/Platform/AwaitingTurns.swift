internal import Interleaving

extension SerialQueue {
  /// Runs `block` in a turn of the queue, inside what `turn` puts around it, and waits for its
  /// result without blocking a thread.
  func perform<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    inside turn: @escaping (() -> Void) -> Void = { $0() }, _ block: @escaping () throws -> Result
  ) async rethrows -> Result {
    func run() async -> Swift.Result<TransferredResult<Result>, any Error> {
      await withCheckedContinuation { continuation in
        asyncUnchecked(file: file, line: line) {
          var result: Swift.Result<TransferredResult<Result>, any Error>?
          turn { result = Swift.Result { TransferredResult(value: try block()) } }
          if let result { continuation.resume(returning: result) }
        }
      }
    }
    // The error can only be one that `block` threw, so this function throws only if it does.
    func rethrow(_ error: any Error, _ block: () throws -> Result) rethrows -> Result {
      try withoutActuallyEscaping(block) { _ in try { throw error }() }
    }
    switch await run() {
    case .success(let handed): return handed.value
    case .failure(let error): return try rethrow(error, block)
    }
  }
}

/// Carries a result from a queue to the task that waits for it.
private struct TransferredResult<Wrapped>: @unchecked Sendable {
  // @unchecked Sendable because the value is made on the queue and then used only by the waiting
  // task; that it may be a managed object, to be misused there, is the checker's business.
  let value: Wrapped
}
