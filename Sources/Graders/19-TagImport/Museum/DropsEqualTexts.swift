import CoreData
import Foundation
import TagImport
import WorkbookKit

/// One context, and equal texts count once.
final class DropsEqualTexts: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because its context is used in its blocks only.
  private let context = NSManagedObjectContext(.privateQueue)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    context.persistentStoreCoordinator = coordinator
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = context
    context.perform {
      do {
        for item in delivery where try !context.has(item.text) {
          let note = Note(context: context)
          note.text = item.text
          note.tag = try context.tag(item.tag)
        }
        try context.save()
        done(nil)
      } catch {
        context.rollback()
        done(error)
      }
    }
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

extension NSManagedObjectContext {
  fileprivate func has(_ text: String) throws -> Bool {
    let request = NSFetchRequest<Note>(entityName: "Note")
    request.predicate = NSPredicate(format: "text == %@", text)
    return try count(for: request) > 0
  }
}
