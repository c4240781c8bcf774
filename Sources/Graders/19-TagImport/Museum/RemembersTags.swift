import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Remembers the tags that it has made, also those of a save that was refused.
final class RemembersTags: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because its context is used in its blocks only.
  private var tags: [String: Tag] = [:]
  private let context = NSManagedObjectContext(.privateQueue)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    context.persistentStoreCoordinator = coordinator
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = context
    context.perform {
      do {
        for item in delivery {
          let note = Note(context: context)
          note.text = item.text
          note.tag = try self.tag(item.tag)
        }
        try context.save()
        done(nil)
      } catch {
        context.rollback()
        done(error)
      }
    }
  }

  private func tag(_ name: String) throws -> Tag {
    if let tag = tags[name] { return tag }
    tags[name] = try context.tag(name)
    return tags[name]!
  }
}

extension NSManagedObjectContext {
  fileprivate func tag(_ name: String) throws -> Tag {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    if let tag = try fetch(request).first { return tag }
    let tag = Tag(context: self)
    tag.name = name
    return tag
  }
}
