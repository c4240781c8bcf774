import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// One context, which changes first, and leaves the change where it is.
final class LeavesItPending: SwapsShifts, @unchecked Sendable {
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
        let person = one.person
        one.person = other.person
        other.person = person
        guard try context.keepsTheRule() else { return done(false) }
        try context.save()
        done(true)
      } catch {
        context.rollback()
        done(false)
      }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func keepsTheRule() throws -> Bool {
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    let shifts = try fetch(request).map { $0.night + "/" + $0.person }
    return Set(shifts).count == shifts.count
  }
}
