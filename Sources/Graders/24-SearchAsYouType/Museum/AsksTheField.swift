import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// One context searches, so that answers come in turn, and each is compared with the field.
struct AsksTheField: SearchesMessages {
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
  private let search = NSManagedObjectContext(.privateQueue)
  private var text = ""

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
  }

  func textChanged(to text: String) {
    self.text = text
    guard !text.isEmpty else { return list.show([]) }
    let (room, view, list, search) = (room, view, list, search)
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        guard text == self.text else { return }
        list.show(ids.map { view.object(with: $0) as! Message })
      }
    }
  }

  func cancel() {
    text = ""
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
