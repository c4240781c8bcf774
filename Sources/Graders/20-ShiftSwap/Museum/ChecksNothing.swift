import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// One context, and no check.
final class ChecksNothing: SwapsShifts, @unchecked Sendable {
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
        try context.save()
        done(true)
      } catch {
        context.rollback()
        done(false)
      }
    }
  }
}
