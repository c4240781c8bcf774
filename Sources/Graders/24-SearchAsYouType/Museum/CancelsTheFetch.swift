import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Cancels the last search, and shows whatever has a result.
struct CancelsTheFetch: SearchesMessages {
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
  private var running: NSPersistentStoreAsynchronousResult?

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    running?.cancel()
    guard !text.isEmpty else { return list.show([]) }
    let search = NSAsynchronousFetchRequest<Message>(fetchRequest: request(text, room)) {
      [list] result in
      if let found = result.finalResult { list.show(found) }
    }
    do {
      running = try view.execute(search) as? NSPersistentStoreAsynchronousResult
    } catch {
      list.show([])
    }
  }

  func cancel() {
    running?.cancel()
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
