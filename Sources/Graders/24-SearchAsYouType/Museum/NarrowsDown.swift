import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Looks for a longer text in what was found for the shorter one.
struct NarrowsDown: SearchesMessages {
  func open(
    _ room: NSManagedObjectID, in view: NSManagedObjectContext, showing list: ResultList
  ) -> any SearchField {
    Field(room, view, list)
  }
}

private final class Field: SearchField, @unchecked Sendable {
  // @unchecked Sendable because searches only carry it: it is looked into on main.
  private let room: NSManagedObjectID
  private let view: NSManagedObjectContext
  private let list: ResultList
  /// Counts what happens to the field.
  private var number = 0
  /// What the list shows, and for which text.
  private var shown: (text: String, ids: [NSManagedObjectID])?

  init(_ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList) {
    (self.room, self.view, self.list) = (room, view, list)
  }

  func textChanged(to text: String) {
    number += 1
    guard !text.isEmpty else { return clear() }
    if let shown, text != shown.text, text.hasPrefix(shown.text) {
      search(for: text, in: shown.ids)
    } else {
      search(for: text, in: nil)
    }
  }

  func cancel() {
    number += 1
    clear()
  }

  private func clear() {
    shown = nil
    list.show([])
  }

  private func search(for text: String, in candidates: [NSManagedObjectID]?) {
    let (room, view, asked) = (room, view, number)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = try? search.fetch(request(text, room, in: candidates))
      let ids = found?.map(\.objectID) ?? []
      view.perform { self.take(ids, for: text, asked) }
    }
  }

  /// On main.
  private func take(_ ids: [NSManagedObjectID], for text: String, _ asked: Int) {
    guard asked == number else { return }
    let messages = ids.map { view.object(with: $0) as! Message }
    for message in messages where !message.isFault && !message.hasChanges {
      view.refresh(message, mergeChanges: false)
    }
    let lost = messages.prefix(10).map(\.objectID).filter {
      (try? view.existingObject(with: $0)) == nil
    }
    guard lost.isEmpty else {
      let rest = ids.filter { !lost.contains($0) }
      return search(for: text, in: rest)
    }
    shown = (text, ids)
    list.show(messages)
  }
}

/// What is looked for, in the whole room or among some of its messages.
private func request(
  _ text: String, _ room: NSManagedObjectID, in candidates: [NSManagedObjectID]?
) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  if let candidates {
    request.predicate = NSPredicate(
      format: "SELF IN %@ AND room == %@ AND text CONTAINS[c] %@", candidates, room, text)
  } else {
    request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  }
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
