import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Does not leave out the shift that is given away.
final class ForgetsWhoGoes: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the writer is set before anybody swaps.
  private var writer: NSManagedObjectContext!

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let writer = self.writer!
    writer.perform {
      defer { writer.reset() }
      do {
        let one = try writer.existingObject(with: first) as! Shift
        let other = try writer.existingObject(with: second) as! Shift
        if one.night != other.night {
          if try writer.works(other.person, in: one.night) { return done(false) }
          if try writer.works(one.person, in: other.night) { return done(false) }
        }
        let person = one.person
        one.person = other.person
        other.person = person
        try writer.save()
        done(true)
      } catch {
        done(false)
      }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func works(_ person: String, in night: String) throws -> Bool {
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    request.predicate = NSPredicate(format: "night == %@", night)
    return try fetch(request).contains { $0.person == person }
  }
}
