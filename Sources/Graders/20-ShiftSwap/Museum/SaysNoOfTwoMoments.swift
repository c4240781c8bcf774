import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Its no may come from two moments.
final class SaysNoOfTwoMoments: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anybody swaps.
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
        let (mine, yours) = (one.person, other.person)

        if one.night != other.night {
          let request = NSFetchRequest<Shift>(entityName: "Shift")
          request.predicate = NSPredicate(format: "night IN %@", [one.night, other.night])
          for shift in try context.fetch(request) where shift != one && shift != other {
            if shift.person == (shift.night == one.night ? yours : mine) { return done(false) }
            context.detectConflicts(for: shift)
          }
        }
        one.person = yours
        other.person = mine
      } catch {
        return done(false)
      }
      do {
        try context.save()
      } catch {
        return swap(first, second, done: done)
      }
      done(true)
    }
  }
}
