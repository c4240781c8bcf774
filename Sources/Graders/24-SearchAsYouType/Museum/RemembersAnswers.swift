import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Remembers what was found for a text.
struct RemembersAnswers: SearchesMessages {
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
  private var known: [String: [NSManagedObjectID]] = [:]

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    number += 1
    guard !text.isEmpty else { return list.show([]) }
    if let ids = known[text] { return list.show(objects(ids)) }
    let (room, view, list, number) = (self.room, self.view, self.list, self.number)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        self.known[text] = ids
        guard number == self.number else { return }
        list.show(self.objects(ids))
      }
    }
  }

  private func objects(_ ids: [NSManagedObjectID]) -> [Message] {
    ids.map { view.object(with: $0) as! Message }
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
