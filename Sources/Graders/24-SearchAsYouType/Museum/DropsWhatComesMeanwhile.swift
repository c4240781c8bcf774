import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Searches for one text at a time, and drops others.
struct DropsWhatComesMeanwhile: SearchesMessages {
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
  private var isSearching = false

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    guard !text.isEmpty else { return list.show([]) }
    guard !isSearching else { return }
    isSearching = true
    let (room, view, list) = (room, view, list)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        self.isSearching = false
        list.show(ids.map { view.object(with: $0) as! Message })
      }
    }
  }

  func cancel() { list.show([]) }
}

/// What is looked for.
private func request(_ text: String, _ room: NSManagedObjectID) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
