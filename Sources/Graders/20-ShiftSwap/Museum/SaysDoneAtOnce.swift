import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// One context, and done is called behind its block.
final class SaysDoneAtOnce: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because its context is used in its blocks only.
  private let context = NSManagedObjectContext(.privateQueue)

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    context.persistentStoreCoordinator = coordinator
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let context = context
    context.perform {
      do {
        let one = try context.existingObject(with: first) as! Shift
        let other = try context.existingObject(with: second) as! Shift
        guard try context.mayChange(one, with: other) else { return }
        let person = one.person
        one.person = other.person
        other.person = person
        try context.save()
      } catch {
        context.rollback()
      }
    }
    done(true)
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
