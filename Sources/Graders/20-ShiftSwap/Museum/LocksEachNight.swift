import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// A lock for each night, in the order of the swap.
final class LocksEachNight: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set first, and a lock guards the locks.
  private var coordinator: NSPersistentStoreCoordinator?
  private let guardian = NSLock()
  private var locks: [String: NSLock] = [:]

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { [self] in
      // The night of a shift never changes, so that it may be read before.
      var nights: [String] = []
      for id in [first, second] {
        guard let night = self.night(of: id) else { return done(false) }
        if !nights.contains(night) { nights.append(night) }
      }
      let held = nights.map(lock(for:))
      for lock in held { lock.lock() }

      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      let answer: Bool = context.performAndWait { context.exchange(first, second) }

      for lock in held.reversed() { lock.unlock() }
      done(answer)
    }
  }

  private func night(of id: NSManagedObjectID) -> String? {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context.performAndWait { (try? context.existingObject(with: id) as? Shift)?.night }
  }

  private func lock(for night: String) -> NSLock {
    guardian.lock()
    defer { guardian.unlock() }
    if let lock = locks[night] { return lock }
    let lock = NSLock()
    locks[night] = lock
    return lock
  }
}

extension NSManagedObjectContext {
  /// A whole swap, from looking to saving. Leaves nothing behind in this context.
  fileprivate func exchange(_ first: NSManagedObjectID, _ second: NSManagedObjectID) -> Bool {
    defer { reset() }
    do {
      let one = try existingObject(with: first) as! Shift
      let other = try existingObject(with: second) as! Shift
      guard try mayChange(one, with: other) else { return false }
      let person = one.person
      one.person = other.person
      other.person = person
      try save()
      return true
    } catch {
      return false
    }
  }

  /// Whether each of the two has no other shift in the night of the other one.
  fileprivate func mayChange(_ one: Shift, with other: Shift) throws -> Bool {
    if one.night == other.night { return true }
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    request.predicate = NSPredicate(format: "night IN %@", [one.night, other.night])
    for shift in try fetch(request) where shift != one && shift != other {
      let comes = shift.night == one.night ? other : one
      if shift.person == comes.person { return false }
    }
    return true
  }
}
