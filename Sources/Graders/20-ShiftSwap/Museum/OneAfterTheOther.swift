import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// A serial queue, and a fresh context for each swap.
final class OneAfterTheOther: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anybody swaps.
  private let swaps = DispatchQueue(label: "swaps")
  private var coordinator: NSPersistentStoreCoordinator?

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    swaps.async { [self] in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      let isSwapped = context.performAndWait {
        do {
          let one = try context.existingObject(with: first) as! Shift
          let other = try context.existingObject(with: second) as! Shift
          guard try context.mayChange(one, with: other) else { return false }
          let person = one.person
          one.person = other.person
          other.person = person
          try context.save()
          return true
        } catch {
          return false
        }
      }
      done(isSwapped)
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
