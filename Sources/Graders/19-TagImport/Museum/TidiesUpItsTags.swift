import CoreData
import Foundation
import Synchronization
import TagImport
import WorkbookKit

/// One context makes all tags; each delivery has one for its notes.
final class TidiesUpItsTags: ImportsDeliveries {
  private let coordinator = Mutex<NSPersistentStoreCoordinator?>(nil)
  private let tagMaker = Mutex<NSManagedObjectContext?>(nil)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    let tags = NSManagedObjectContext(.privateQueue)
    tags.persistentStoreCoordinator = coordinator
    tags.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    self.coordinator.withLock { $0 = coordinator }
    tagMaker.withLock { $0 = tags }
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let coordinator = coordinator.withLock { $0 }
    let tags = tagMaker.withLock { $0 }!
    Task {
      do {
        let found = try await tags.perform { try tags.tags(for: delivery) }
        let notes = NSManagedObjectContext(.privateQueue)
        notes.persistentStoreCoordinator = coordinator
        notes.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        do {
          try await notes.perform { try notes.insertNotes(delivery, under: found.ids) }
        } catch {
          // Nobody needs tags without a note.
          await tags.perform { tags.tidyUp(found.new) }
          throw error
        }
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}

private struct FoundTags: Sendable {
  var ids: [String: NSManagedObjectID] = [:]
  /// Those that were made for this delivery.
  var new: [NSManagedObjectID] = []
}

extension NSManagedObjectContext {
  /// Finds the tags, or makes and saves them, in one block of the one context that may.
  fileprivate func tags(for delivery: [Item]) throws -> FoundTags {
    defer { reset() }
    var tags: [String: Tag] = [:]
    var made: [Tag] = []
    for item in delivery where tags[item.tag] == nil {
      let request = NSFetchRequest<Tag>(entityName: "Tag")
      request.predicate = NSPredicate(format: "name == %@", item.tag)
      if let tag = try fetch(request).first {
        tags[item.tag] = tag
      } else {
        let tag = Tag(context: self)
        tag.name = item.tag
        tags[item.tag] = tag
        made.append(tag)
      }
    }
    if hasChanges { try save() }
    return FoundTags(ids: tags.mapValues(\.objectID), new: made.map(\.objectID))
  }

  fileprivate func insertNotes(
    _ delivery: [Item], under ids: [String: NSManagedObjectID]
  ) throws {
    for item in delivery {
      let note = Note(context: self)
      note.text = item.text
      note.tag = try existingObject(with: ids[item.tag]!) as? Tag
    }
    if hasChanges { try save() }
  }

  /// Deletes those that have stayed without notes.
  fileprivate func tidyUp(_ ids: [NSManagedObjectID]) {
    for id in ids {
      if let tag = try? existingObject(with: id) as? Tag, tag.notes.isEmpty { delete(tag) }
    }
    try? save()
    reset()
  }
}
