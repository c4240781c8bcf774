import CoreData
import RoomOverview
import WorkbookKit

/// A child of the view asks, on a queue of its own.
struct AsksInAChild: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let reader = NSManagedObjectContext(.privateQueue)
    reader.parent = view
    reader.perform {
      let rows = (try? overview(in: reader)) ?? []
      view.perform { show(rows) }
    }
  }
}

private func overview(in context: NSManagedObjectContext) throws -> [RoomRow] {
  let numbers: [NSManagedObjectID: Int] = try context.fetch(unread()).byRoom("number")
  let texts: [NSManagedObjectID: String] = try context.fetch(newest()).byRoom("text")
  return try context.fetch(rooms()).map { room in
    RoomRow(
      room: room.objectID, name: room.name, unread: numbers[room.objectID] ?? 0,
      newest: texts[room.objectID])
  }
}

/// All of them, by name.
private func rooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
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

/// The newest message of each room that has any.
private func newest() -> NSFetchRequest<NSDictionary> {
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.predicate = NSPredicate(format: "position == room.messages.@max.position")
  request.propertiesToFetch = ["room", "text"]
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
