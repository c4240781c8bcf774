import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Saves, checks, and swaps back if the rule does not hold.
final class ChecksAfterwards: SwapsShifts, @unchecked Sendable {
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
        let one = try context.existingObject(with: first) as! Shift
        let other = try context.existingObject(with: second) as! Shift
        let person = one.person
        one.person = other.person
        other.person = person
        try context.save()
        context.refreshAllObjects()
        guard try context.keepsTheRule() else {
          let person = one.person
          one.person = other.person
          other.person = person
          try context.save()
          return done(false)
        }
        done(true)
      } catch {
        self.swap(first, second, done: done)
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
