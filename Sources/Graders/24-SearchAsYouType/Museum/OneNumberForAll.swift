import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Counts the changes of all fields together.
struct OneNumberForAll: SearchesMessages {
  private let changes = Changes()

  func open(
    _ room: NSManagedObjectID, in view: NSManagedObjectContext, showing list: ResultList
  ) -> any SearchField {
    Field(room, view, list, changes)
  }
}

/// Lives on main.
private final class Changes: @unchecked Sendable {
  // @unchecked Sendable because only main touches it.
  var number = 0
}

private final class Field: SearchField {
  private let room: NSManagedObjectID
  private let view: NSManagedObjectContext
  private let list: ResultList

  private let changes: Changes

  init(
    _ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList,
    _ changes: Changes
  ) {
    (self.room, self.view, self.list) = (room, view, list)
    self.changes = changes
  }

  func textChanged(to text: String) {
    changes.number += 1
    guard !text.isEmpty else { return list.show([]) }
    let (room, view, list, number) = (room, view, list, changes.number)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        guard number == self.changes.number else { return }
        list.show(ids.map { view.object(with: $0) as! Message })
      }
    }
  }

  func cancel() {
    changes.number += 1
    list.show([])
  }
}

/// What is looked for.
private func request(_ text: String, _ room: NSManagedObjectID) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
