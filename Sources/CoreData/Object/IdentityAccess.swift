internal import Synchronization

// Who an object is, and whose, may be asked for on every thread at any time: that is how objects
// are handed from queue to queue. Everything else belongs to the queue of its context.
//
//     on the context's queue            on any other thread
//     changes both, under the lock      reads both, under the lock
//     reads either without it, because no other thread changes them
//
// An object whose ID was never asked for has none, only what one is made of.

extension NSManagedObject {
  /// Who it is and whose, as any thread may read them.
  final var identityAndRegistry: (identity: NSManagedObjectID, registry: ObjectRegistry?) {
    IdentityLocks.withLock(of: self) {
      if let madeID { return (madeID, registry) }
      let id = NSManagedObjectID(idScope, key: idKey)
      // Kept only where it is read without the lock.
      if let registry, CurrentContext.isInside(registry) { madeID = id }
      return (id, registry)
    }
  }

  /// Its ID, for the queue of its context.
  final var identity: NSManagedObjectID { madeID ?? idOfRow ?? makeID() }

  /// The snapshot has the ID too, unless the object has become permanent since.
  private final var idOfRow: NSManagedObjectID? {
    guard let id = row?.knownID, id.key == idKey, id.scope.isSame(as: idScope) else { return nil }
    return id
  }

  private final func makeID() -> NSManagedObjectID {
    let id = NSManagedObjectID(idScope, key: idKey)
    IdentityLocks.withLock(of: self) { madeID = id }
    return id
  }

  final var hasTemporaryID: Bool { if case .insertion = idKey { true } else { false } }

  /// Takes another ID.
  final func become(_ new: NSManagedObjectID) {
    // Exchanged, so that what is given up is let go only behind the lock.
    var (scope, id) = (new.scope, Optional(new))
    IdentityLocks.withLock(of: self) {
      swap(&idScope, &scope)
      swap(&madeID, &id)
      idKey = new.key
    }
  }

  /// Takes a context, or leaves the one it had.
  final func join(_ new: ObjectRegistry?) {
    var registry = new
    IdentityLocks.withLock(of: self) { swap(&self.registry, &registry) }
  }
}

extension NSManagedObject {
  /// The ID, which in fixed-up mode follows what an ancestor's save made of it.
  final var currentIdentity: NSManagedObjectID {
    let (identity, registry) = identityAndRegistry
    guard identity.isTemporaryID, let registry, let followed = registry.followedIDs,
      let permanent = followed.permanentID(of: identity)
    else { return identity }
    if registry.checker.isSatisfied {
      registry.context?.identities.exchangeID(of: self, for: permanent)
    }
    return permanent
  }
}

/// A few locks that all objects share: one in each of a million objects would cost too much room.
private enum IdentityLocks {
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
