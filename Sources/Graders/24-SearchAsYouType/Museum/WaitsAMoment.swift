import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Searches when there was no letter for a moment.
struct WaitsAMoment: SearchesMessages {
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
  private var work: DispatchWorkItem?

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    work?.cancel()
    guard !text.isEmpty else { return list.show([]) }
    let (room, view, list) = (room, view, list)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    let work = DispatchWorkItem {
      search.perform {
        let found = (try? search.fetch(request(text, room))) ?? []
        let ids = found.map(\.objectID)
        view.perform { list.show(ids.map { view.object(with: $0) as! Message }) }
      }
    }
    self.work = work
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.3, execute: work)
  }

  func cancel() {
    work?.cancel()
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
