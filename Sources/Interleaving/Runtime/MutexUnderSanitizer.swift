#if THREAD_SANITIZER
  internal import Foundation

  /// `Synchronization.Mutex` as ThreadSanitizer can follow it, under the same name.
  ///
  /// A contended `Mutex` gets its lock from the kernel, inside a library that is not built for the
  /// sanitizer. That sees neither the lock nor its release and reports every contended use: four
  /// threads appending to one `Mutex<[Int]>` are enough. A pthread mutex it knows.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the value is reached only while the lock is held.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ initial: consuming Value) {
      pthread_mutex_init(lock, nil)
      value.initialize(to: initial)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#endif
