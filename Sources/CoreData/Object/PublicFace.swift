internal import Synchronization

// Who an object is, and whose, may be asked for on every thread at any time: that is how objects
// are handed from queue to queue. Everything else belongs to the queue of its context.
//
//     on the context's queue            on any other thread
//     changes both, under the lock      reads both, under the lock
//     reads either without it, because nobody else changes them

extension NSManagedObject {
  /// The two as any thread may read them.
  final var publicFace: (identity: NSManagedObjectID, registry: ObjectRegistry?) {
    FaceLocks.withLock(of: self) { (identity, registry) }
  }

  /// Takes an ID and a context, or leaves the one it had.
  final func become(_ new: consuming NSManagedObjectID, in registry: ObjectRegistry?) {
    // Exchanged, so that what is given up is let go only behind the lock.
    var identity = new
    if registry === self.registry {
      FaceLocks.withLock(of: self) { swap(&self.identity, &identity) }
    } else {
      var registry = registry
      FaceLocks.withLock(of: self) {
        swap(&self.identity, &identity)
        swap(&self.registry, &registry)
      }
    }
  }
}

/// A few locks that all objects share: one in each of a million objects would cost too much room.
private enum FaceLocks {
  private final class Lock: Sendable { let mutex = Mutex<Void>(()) }

  private static let locks = (0..<64).map { _ in Lock() }

  static func withLock<Result>(of object: NSManagedObject, _ body: () -> Result) -> Result {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    // The result goes no further than this thread.
    nonisolated(unsafe) var result: Result?
    locks[Int(address >> 6) & 63].mutex.withLock { _ in result = body() }
    return result!
  }
}
