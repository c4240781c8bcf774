import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// The view asks beside its queue, and gives up what it has asked before.
struct GivesUpTheLastOne: SearchesMessages {
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
  private var asked: Asked?
  private var running: NSPersistentStoreAsynchronousResult?

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    giveUp()
    guard !text.isEmpty else { return list.show([]) }
    let asked = Asked()
    let search = NSAsynchronousFetchRequest<Message>(fetchRequest: request(text, room)) {
      [list] result in
      if !asked.isGivenUp { list.show(result.finalResult ?? []) }
    }
    (self.asked, running) = (asked, nil)
    do {
      running = try view.execute(search) as? NSPersistentStoreAsynchronousResult
    } catch {
      giveUp()
      list.show([])
    }
  }

  func cancel() {
    giveUp()
    list.show([])
  }

  /// The store may stop looking; and what it has found already is not wanted any more.
  private func giveUp() {
    asked?.isGivenUp = true
    running?.cancel()
  }
}

/// What is asked for one text. Lives on main.
private final class Asked {
  var isGivenUp = false
}

/// What is looked for.
private func request(_ text: String, _ room: NSManagedObjectID) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
