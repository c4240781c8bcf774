import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Refuses if a shift has changed hands since it was asked.
final class HoldsThemToIt: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because both are set before anybody swaps.
  private var coordinator: NSPersistentStoreCoordinator!
  private var writer: NSManagedObjectContext!

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let writer = self.writer!
    guard let mine = person(of: first), let yours = person(of: second) else { return done(false) }
    writer.perform {
      defer { writer.reset() }
      do {
        let one = try writer.existingObject(with: first) as! Shift
        let other = try writer.existingObject(with: second) as! Shift
        // The two of them have agreed, and no one else.
        guard one.person == mine, other.person == yours else { return done(false) }
        guard try writer.mayChange(one, with: other) else { return done(false) }
        one.person = yours
        other.person = mine
        try writer.save()
        done(true)
      } catch {
        done(false)
      }
    }
  }

  private func person(of id: NSManagedObjectID) -> String? {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context.performAndWait { (try? context.existingObject(with: id) as? Shift)?.person }
  }
}

extension NSManagedObjectContext {
  /// Whether each of the two has no other shift in the night of the other one.
  fileprivate func mayChange(_ one: Shift, with other: Shift) throws -> Bool {
    if one.night == other.night { return true }
    let request = NSFetchRequest<Shift>(entityName: "Shift")
    request.predicate = NSPredicate(format: "night IN %@", [one.night, other.night])
    for shift in try fetch(request) where shift != one && shift != other {
      let comes = shift.night == one.night ? other : one
      if shift.person == comes.person { return false }
    }
    return true
  }
}
