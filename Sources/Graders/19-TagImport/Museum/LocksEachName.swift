import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A lock for each name, taken in the order of the notes.
final class LocksEachName: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set first, and a lock guards the locks.
  private var coordinator: NSPersistentStoreCoordinator?
  private let guardian = NSLock()
  private var locks: [String: NSLock] = [:]

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    DispatchQueue.global().async { [self] in
      var seen: Set<String> = []
      let held = delivery.map(\.tag).filter { seen.insert($0).inserted }.map(lock(for:))
      for lock in held { lock.lock() }

      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      var failure: (any Error)?
      do {
        try context.performAndWait { try context.write(delivery) }
      } catch {
        failure = error
      }

      for lock in held.reversed() { lock.unlock() }
      done(failure)
    }
  }

  private func lock(for name: String) -> NSLock {
    guardian.lock()
    defer { guardian.unlock() }
    if let lock = locks[name] { return lock }
    let lock = NSLock()
    locks[name] = lock
    return lock
  }
}

extension NSManagedObjectContext {
  /// A whole delivery, from looking to saving. Leaves nothing behind in this context.
  fileprivate func write(_ delivery: [Item]) throws {
    defer { reset() }
    for item in delivery {
      let note = Note(context: self)
      note.text = item.text
      note.tag = try tag(item.tag)
    }
    try save()
  }

  fileprivate func tag(_ name: String) throws -> Tag {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    if let tag = try fetch(request).first { return tag }
    let tag = Tag(context: self)
    tag.name = name
    return tag
  }
}
