import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// An actor that does not suspend between check and save.
final class AnActorSwaps: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the planner is set before anybody swaps.
  private var planner: Planner!

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    planner = Planner(context: context)
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let planner = self.planner!
    Task {
      let answer = await planner.exchange(first, second)
      done(answer)
    }
  }
}

private actor Planner {
  private let context: NSManagedObjectContext

  init(context: NSManagedObjectContext) { self.context = context }

  /// Nothing in here is awaited: an actor lets others in wherever it suspends.
  func exchange(_ first: NSManagedObjectID, _ second: NSManagedObjectID) -> Bool {
    let context = self.context
    return context.performAndWait { context.exchange(first, second) }
  }
}

extension NSManagedObjectContext {
  /// A whole swap, from looking to saving. Leaves nothing behind in this context.
  fileprivate func exchange(_ first: NSManagedObjectID, _ second: NSManagedObjectID) -> Bool {
    defer { reset() }
    do {
      let one = try existingObject(with: first) as! Shift
      let other = try existingObject(with: second) as! Shift
      guard try mayChange(one, with: other) else { return false }
      let person = one.person
      one.person = other.person
      other.person = person
      try save()
      return true
    } catch {
      return false
    }
  }

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
