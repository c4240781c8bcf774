import CoreData
import Foundation
import SearchAsYouType
import WorkbookKit

/// Numbers the questions of each room, and shows the answer to the last one.
struct OneNumberForEachRoom: SearchesMessages {
  private let questions = Questions()

  func open(
    _ room: NSManagedObjectID, in view: NSManagedObjectContext, showing list: ResultList
  ) -> any SearchField {
    Field(room, view, list, questions)
  }
}

/// One object does it for all screens, so each room has a number of its own.
private final class Questions: @unchecked Sendable {
  // @unchecked Sendable because only main touches it.
  private var numbers: [NSManagedObjectID: Int] = [:]

  func next(in room: NSManagedObjectID) -> Int {
    let number = numbers[room, default: 0] + 1
    numbers[room] = number
    return number
  }

  func isLast(_ number: Int, in room: NSManagedObjectID) -> Bool { numbers[room] == number }
}

private final class Field: SearchField {
  private let room: NSManagedObjectID
  private let view: NSManagedObjectContext
  private let list: ResultList
  private let questions: Questions

  init(
    _ room: NSManagedObjectID, _ view: NSManagedObjectContext, _ list: ResultList,
    _ questions: Questions
  ) {
    (self.room, self.view, self.list, self.questions) = (room, view, list, questions)
  }

  func textChanged(to text: String) {
    // Also an emptied field is a change.
    let number = self.questions.next(in: self.room)
    guard !text.isEmpty else { return self.list.show([]) }
    let (room, view, list, questions) = (room, view, list, questions)
    let search = NSManagedObjectContext(.privateQueue)
    search.persistentStoreCoordinator = view.persistentStoreCoordinator
    search.perform {
      let found = (try? search.fetch(request(text, room))) ?? []
      let ids = found.map(\.objectID)
      view.perform {
        guard questions.isLast(number, in: room) else { return }
        list.show(ids.map { view.object(with: $0) as! Message })
      }
    }
  }

  func cancel() { textChanged(to: "") }
}

/// What is looked for.
private func request(_ text: String, _ room: NSManagedObjectID) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND text CONTAINS[c] %@", room, text)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  return request
}
