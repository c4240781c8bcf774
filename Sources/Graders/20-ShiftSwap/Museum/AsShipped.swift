import CoreData
import Foundation
import ShiftSwap
import Synchronization
import WorkbookKit

/// Each swap has a context of its own: it checks the rule, and changes two shifts.
final class AsShipped: SwapsShifts {
  private let coordinator = Mutex<NSPersistentStoreCoordinator?>(nil)

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator.withLock { $0 = coordinator }
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator.withLock { $0 }
    context.perform {
      do {
        let one = try context.existingObject(with: first) as! Shift
        let other = try context.existingObject(with: second) as! Shift
        guard try context.mayChange(one, with: other) else { return done(false) }
        let person = one.person
        one.person = other.person
        other.person = person
        try context.save()
        done(true)
      } catch {
        done(false)
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
    for shift in try fetch(request) where shift != one && shift != other {
      let comes = shift.night == one.night ? other : one
      if shift.person == comes.person && one.night != other.night { return false }
    }
    return true
  }
}
