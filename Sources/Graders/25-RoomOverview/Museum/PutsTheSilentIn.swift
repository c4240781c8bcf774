import CoreData
import RoomOverview
import WorkbookKit

/// Prefetches the rooms of the newest messages, and asks for those without messages.
struct PutsTheSilentIn: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    reader.perform {
      let rows = (try? overview(in: reader)) ?? []
      view.perform { show(rows) }
    }
  }
}

private func overview(in context: NSManagedObjectContext) throws -> [RoomRow] {
  try context.setQueryGenerationFrom(.current)
  let numbers: [NSManagedObjectID: Int] = try context.fetch(unread()).byRoom("number")
  let talking = try context.fetch(newest()).compactMap { message in
    message.room.map { room in
      RoomRow(
        room: room.objectID, name: room.name, unread: numbers[room.objectID] ?? 0,
        newest: message.text)
    }
  }
  let silent = try context.fetch(silentRooms()).map {
    RoomRow(room: $0.objectID, name: $0.name, unread: 0, newest: nil)
  }
  return (talking + silent).sorted { $0.name < $1.name }
}

private func newest() -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "position == room.messages.@max.position")
  request.returnsObjectsAsFaults = false
  request.relationshipKeyPathsForPrefetching = ["room"]
  return request
}

private func silentRooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.predicate = NSPredicate(format: "messages.@count == 0")
  request.returnsObjectsAsFaults = false
  return request
}

/// How many messages are unread in each room that has any.
private func unread() -> NSFetchRequest<NSDictionary> {
  let number = NSExpressionDescription()
  number.name = "number"
  number.expression = NSExpression(format: "count(position)")
  number.expressionResultType = .integer64AttributeType
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.predicate = NSPredicate(format: "isRead == NO")
  request.propertiesToFetch = ["room", number]
  request.propertiesToGroupBy = ["room"]
  return request
}

extension [NSDictionary] {
  /// What the dictionaries have under a key, by the room.
  fileprivate func byRoom<Value>(_ key: String) -> [NSManagedObjectID: Value] {
    let pairs = compactMap { entry -> (NSManagedObjectID, Value)? in
      guard let room = entry["room"] as? NSManagedObjectID, let value = entry[key] as? Value
      else { return nil }
      return (room, value)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
