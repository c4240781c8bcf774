import CoreData
import Foundation
import ShiftSwap
import WorkbookKit

/// Takes an equal swap for a second tap.
final class TakesItForADoubleTap: SwapsShifts, @unchecked Sendable {
  // @unchecked Sendable because the writer is set first, and the lock guards who waits.
  private var writer: NSManagedObjectContext!
  private let lock = NSLock()
  private var waiting: [Set<NSManagedObjectID>: [@Sendable (Bool) -> Void]] = [:]

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
  }

  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void
  ) {
    let pair: Set = [first, second]
    lock.lock()
    let isUnderWay = waiting[pair] != nil
    waiting[pair, default: []].append(done)
    lock.unlock()
    // It will be told with the other one.
    if isUnderWay { return }

    writer.perform { [self] in
      let answer = writer.exchange(first, second)
      lock.lock()
      let told = waiting.removeValue(forKey: pair) ?? []
      lock.unlock()
      for done in told { done(answer) }
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
