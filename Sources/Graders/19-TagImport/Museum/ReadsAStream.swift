import CoreData
import Foundation
import TagImport
import WorkbookKit

/// One task takes deliveries out of a stream.
final class ReadsAStream: ImportsDeliveries, @unchecked Sendable {
  private struct Job: Sendable {
    let delivery: [Item]
    let done: @Sendable ((any Error)?) -> Void
  }

  // Both are constants and Sendable.
  private let jobs: AsyncStream<Job>
  private let inbox: AsyncStream<Job>.Continuation

  init() {
    let made = AsyncStream<Job>.makeStream()
    jobs = made.stream
    inbox = made.continuation
  }

  deinit { inbox.finish() }

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    Task { [jobs] in
      for await job in jobs {
        do {
          try await context.perform { try context.write(job.delivery) }
          job.done(nil)
        } catch {
          job.done(error)
        }
      }
    }
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    inbox.yield(Job(delivery: delivery, done: done))
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
