import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// A lock guards the number, which is looked at before the answer goes to main.
struct LocksTheNumber: SearchesMessages {
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
  private let lock = NSLock()
  private var last = 0

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    let number = count()
    guard !text.isEmpty else { return list.show([]) }
    let (room, view, list) = (room, view, list)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      guard number == self.lock.withLock({ self.last }) else { return }
      view.perform { list.show(ids.map { view.object(with: $0) as! Message }) }
    }
  }

  func cancel() {
    _ = count()
    list.show([])
  }

  private func count() -> Int {
    lock.withLock {
      last += 1
      return last
    }
  }
}

/// What is looked for.
private func request(_ text: String, _ room: NSManagedObjectID) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
