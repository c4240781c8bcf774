import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Main fetches all that was found, in one trip.
struct FetchesThemAgain: SearchesMessages {
  func open(
    _ room: NSManagedObjectID, in view: NSManagedObjectContext, showing list: ResultList
  ) -> any SearchField {
    Field(room, view, list)
  }
}

private final class Field: SearchField {
  private let room: NSManagedObjectID
  private let view: NSManagedObjectContext
  private let list: ResultList
  /// Of what happened to the field last.
  private var number = 0

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    number += 1
    guard !text.isEmpty else { return list.show([]) }
    let (room, view, list, number) = (room, view, list, number)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        guard number == self.number else { return }
        let all = NSFetchRequest<Message>(entityName: "Message")
        all.predicate = NSPredicate(format: "SELF IN %@", ids)
        all.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
        list.show((try? view.fetch(all)) ?? [])
      }
    }
  }

  func cancel() {
    number += 1
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
