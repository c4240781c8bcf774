import CoreData
import Foundation
import RoomOverview
import WorkbookKit

/// One reading at a time; it answers all who have asked until it is there.
final class JoinsTheReading: ListsRooms, @unchecked Sendable {
  // @unchecked Sendable because only main touches the list.
  private var waiting: [@Sendable ([RoomRow]) -> Void] = []

  init() {}

  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    waiting.append(show)
    // The others are told along with the first one.
    guard waiting.count == 1 else { return }
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    reader.perform {
      let rows = (try? reader.overview()) ?? []
      view.perform { self.tell(rows) }
    }
  }

  private func tell(_ rows: [RoomRow]) {
    let all = waiting
    // Who asks again while it is told begins a new reading.
    waiting = []
    for show in all { show(rows) }
  }
}

// To be called in a block.
extension NSManagedObjectContext {
  fileprivate func overview() throws -> [RoomRow] {
    try setQueryGenerationFrom(.current)
    let rooms = NSFetchRequest<Room>(entityName: "Room")
    rooms.returnsObjectsAsFaults = false
    let all = try fetch(rooms)
    let (unread, newest) = (try unreadByRoom(), try newestByRoom())
    return
      all
      .map { room in
        RoomRow(
          room: room.objectID, name: room.name, unread: unread[room.objectID] ?? 0,
          newest: newest[room.objectID])
      }
      .sorted { $0.name < $1.name }
  }

  private func unreadByRoom() throws -> [NSManagedObjectID: Int] {
    let count = NSExpressionDescription()
    count.name = "count"
    count.expression = NSExpression(
      forFunction: "count:", arguments: [NSExpression(forKeyPath: "isRead")])
    count.expressionResultType = .integer64AttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Message")
    request.resultType = .dictionaryResultType
    request.predicate = NSPredicate(format: "isRead == NO")
    request.propertiesToGroupBy = ["room"]
    request.propertiesToFetch = ["room", count]
    var numbers: [NSManagedObjectID: Int] = [:]
    for group in try fetch(request) {
      guard let room = group["room"] as? NSManagedObjectID else { continue }
      numbers[room] = group["count"] as? Int ?? 0
    }
    return numbers
  }

  private func newestByRoom() throws -> [NSManagedObjectID: String] {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "position == room.messages.@max.position")
    request.returnsObjectsAsFaults = false
    var texts: [NSManagedObjectID: String] = [:]
    for message in try fetch(request) {
      guard let room = message.room else { continue }
      texts[room.objectID] = message.text
    }
    return texts
  }
}
