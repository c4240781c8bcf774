#if THREAD_SANITIZER
  internal import Interleaving

  /// The mutex that ThreadSanitizer can follow, in the place of the standard library's.
  struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Interleaving.Mutex<Value>

    init(_ initial: consuming Value) { mutex = Interleaving.Mutex(initial) }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock(body)
    }
  }
#endif
