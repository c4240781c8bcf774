internal import Dispatch
internal import Terminal

extension Console {
  /// Waits for work that is done elsewhere, telling of it on a terminal once Ctrl-C would cancel
  /// it; nil when it did.
  func waitingFor<Result: Sendable>(
    _ words: String, first stops: @escaping @Sendable () -> Bool = { false },
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result? {
    // The reader waits for it, whatever else goes on in this process.
    let task = Task(priority: .userInitiated) { try await work() }
    let done = DispatchSemaphore(value: 0)
    let outcome = Waited<Result>()
    Task(priority: .userInitiated) {
      outcome.value = await task.result
      done.signal()
    }
    Interrupts.watching { key in
      if key == .interrupt(1), stops() { return }
      task.cancel()
    } during: {
      statusLine.show(words)
      done.wait()
    }
    return task.isCancelled ? nil : try outcome.value?.get()
  }
}

/// Carries a result to the thread that waits for it.
private final class Waited<Value: Sendable>: @unchecked Sendable {
  // @unchecked Sendable because the semaphore orders the one write before the one read.
  var value: Result<Value, any Error>?
}
