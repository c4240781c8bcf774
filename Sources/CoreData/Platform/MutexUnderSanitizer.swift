#if THREAD_SANITIZER
  internal import Interleaving

  /// The mutex that ThreadSanitizer can follow, in the place of the standard library's.
  struct Mutex<State: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Interleaving.Mutex<State>

    init(_ initial: consuming State) { mutex = Interleaving.Mutex(initial) }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock(body)
    }
  }
#endif
