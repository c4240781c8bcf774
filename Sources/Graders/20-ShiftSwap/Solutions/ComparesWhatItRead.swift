import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// The shifts that were checked are compared by the save. The second one begins anew.
final class ComparesWhatItRead: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anybody swaps.
  private var coordinator: NSPersistentStoreCoordinator?

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.perform {
      do {
        // All at one moment: a "no" is compared by no save.
        let shifts = try context.shifts()
        guard let one = shifts.first(where: { $0.objectID == first }),
          let other = shifts.first(where: { $0.objectID == second })
        else { return done(false) }
        guard context.mayChange(one, with: other, among: shifts) else { return done(false) }
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
  fileprivate func shifts() throws -> [Shift] {
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    request.returnsObjectsAsFaults = false
    return try fetch(request)
  }

  /// Whether each of the two has no other shift in the night of the other one. What the answer
  /// rests on is compared when the context saves.
  fileprivate func mayChange(_ one: Shift, with other: Shift, among shifts: [Shift]) -> Bool {
    for shift in shifts where shift.night == one.night || shift.night == other.night {
      detectConflicts(for: shift)
      guard shift != one, shift != other, one.night != other.night else { continue }
      let comes = shift.night == one.night ? other : one
      if shift.person == comes.person { return false }
    }
    return true
  }
}
