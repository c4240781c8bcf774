import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// A lock around the check.
final class LocksTheCheck: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anybody swaps.
  private let lock = NSLock()
  private var coordinator: NSPersistentStoreCoordinator?

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.perform { [self] in
      do {
        let one = try context.existingObject(with: first) as! Shift
        let other = try context.existingObject(with: second) as! Shift
        let mayChange = try lock.withLock { try context.mayChange(one, with: other) }
        guard mayChange else { return done(false) }
        let person = one.person
        one.person = other.person
        other.person = person
        try context.save()
        done(true)
      } catch {
        self.swap(first, second, done: done)
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Whether each of the two has no other shift in the night of the other one.
  fileprivate func mayChange(_ one: Shift, with other: Shift) throws -> Bool {
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    request.predicate = NSPredicate(format: "night IN %@", [one.night, other.night])
    request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: true)]
    return try fetch(request).allSatisfy { shift in
      shift == one || shift == other || one.night == other.night
        || shift.person != (shift.night == one.night ? other : one).person
    }
  }
}
