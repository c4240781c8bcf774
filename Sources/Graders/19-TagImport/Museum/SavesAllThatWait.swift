import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Saves all deliveries that wait in one go.
final class SavesAllThatWait: ImportsDeliveries, @unchecked Sendable {
  private struct Job: Sendable {
    let delivery: [Item]
    let done: @Sendable ((any Error)?) -> Void
  }

  // @unchecked Sendable because the writer is set first, and the lock guards the jobs.
  private var writer: NSManagedObjectContext!
  private let lock = NSLock()
  private var waiting: [Job] = []

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
    writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    lock.lock()
    waiting.append(Job(delivery: delivery, done: done))
    lock.unlock()
    writer.perform { [self] in writeAll() }
  }

  private func writeAll() {
    lock.lock()
    let jobs = waiting
    waiting = []
    lock.unlock()
    // Somebody else's block may have taken ours along.
    if jobs.isEmpty { return }
    var failure: (any Error)?
    do {
      try writer.write(jobs.flatMap { $0.delivery })
    } catch {
      failure = error
    }
    for job in jobs { job.done(failure) }
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
