import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Keeps its tags, and lets what it has win.
final class KeepsItsTags: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the writer is set first, and the tags are used on its queue only.
  private var writer: NSManagedObjectContext!
  private var tags: [String: Tag] = [:]

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
    writer.mergePolicy = NSMergePolicy.overwrite
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    writer.perform { [self] in
      do {
        for item in delivery {
          let note = Note(context: writer)
          note.text = item.text
          note.tag = try tag(item.tag)
        }
        try writer.save()
        done(nil)
      } catch {
        writer.rollback()
        tags = [:]
        done(error)
      }
    }
  }

  private func tag(_ name: String) throws -> Tag {
    if let tag = tags[name] { return tag }
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    let tag: Tag
    if let found = try writer.fetch(request).first {
      tag = found
    } else {
      tag = Tag(context: writer)
      tag.name = name
    }
    tags[name] = tag
    return tag
  }
}
