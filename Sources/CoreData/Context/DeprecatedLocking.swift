public import Foundation
internal import Interleaving

// Locking contexts and coordinators by hand is older than their queues. The locks are real ones,
// which the same thread may take again; nothing else here takes them.

extension NSManagedObjectContext: NSLocking {
  /// Takes the lock of the context; nothing but this and its kin ever takes it.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func lock() { lockByHand.object { runtime.recursiveLock("\(label)") }.lock() }

  /// Gives the lock back.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func unlock() { lockByHand.object { runtime.recursiveLock("\(label)") }.unlock() }

  /// Takes the lock if no other thread has it.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func tryLock() -> Bool {
    lockByHand.object { runtime.recursiveLock("\(label)") }.try()
  }
}

extension NSPersistentStoreCoordinator: NSLocking {
  /// Takes the lock of the coordinator; nothing but this and its kin ever takes it.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func lock() { lockByHand.object { runtime.recursiveLock("coordinator") }.lock() }

  /// Gives the lock back.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func unlock() { lockByHand.object { runtime.recursiveLock("coordinator") }.unlock() }

  /// Takes the lock if no other thread has it.
  @available(*, deprecated, message: "Use perform or performAndWait.")
  public final func tryLock() -> Bool {
    lockByHand.object { runtime.recursiveLock("coordinator") }.try()
  }
}
