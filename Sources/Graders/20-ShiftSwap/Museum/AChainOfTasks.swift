import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Each task waits for the one before.
final class AChainOfTasks: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anybody swaps, and the lock guards
  // the last link.
  private var coordinator: NSPersistentStoreCoordinator?
  private let lock = NSLock()
  private var last: Task<Void, Never>?

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    lock.lock()
    defer { lock.unlock() }
    let before = last
    last = Task {
      _ = await before?.value
      let answer: Bool = await context.perform { context.exchange(first, second) }
      done(answer)
    }
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
