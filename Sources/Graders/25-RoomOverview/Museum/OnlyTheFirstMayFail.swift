import CoreData
import Foundation
import RoomOverview
import WorkbookKit

/// Three fetches in one block of a pinned context.
struct OnlyTheFirstMayFail: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    reader.perform {
      var rows: [RoomRow] = []
      do {
        try reader.setQueryGenerationFrom(.current)
        let rooms = NSFetchRequest<Room>(entityName: "Room")
        rooms.returnsObjectsAsFaults = false
        let all = try reader.fetch(rooms)
        let unread = reader.unreadByRoom()
        let newest = reader.newestByRoom()
        rows = all.map { room in
          RoomRow(
            room: room.objectID, name: room.name, unread: unread[room.objectID] ?? 0,
            newest: newest[room.objectID])
        }
        rows.sort { $0.name < $1.name }
      } catch {
        // No store, no rows.
      }
      view.perform { [rows] in show(rows) }
    }
  }
}

// To be called in a block.
extension NSManagedObjectContext {
  fileprivate func unreadByRoom() -> [NSManagedObjectID: Int] {
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
    for group in (try? fetch(request)) ?? [] {
      guard let room = group["room"] as? NSManagedObjectID else { continue }
      numbers[room] = group["count"] as? Int ?? 0
    }
    return numbers
  }

  fileprivate func newestByRoom() -> [NSManagedObjectID: String] {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "position == room.messages.@max.position")
    request.returnsObjectsAsFaults = false
    var texts: [NSManagedObjectID: String] = [:]
    for message in (try? fetch(request)) ?? [] {
      guard let room = message.room else { continue }
      texts[room.objectID] = message.text
    }
    return texts
  }
}
