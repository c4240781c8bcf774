import CoreData
import RoomOverview
import WorkbookKit

/// Asks which positions are the highest, and then for the messages that stand there.
struct FindsByPosition: ListsRooms {
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
  let groups = try context.fetch(groups())
  let numbers: [NSManagedObjectID: Int] = groups.byRoom("all")
  let read: [NSManagedObjectID: Int] = groups.byRoom("read")
  let texts = try texts(at: groups.compactMap { $0["last"] as? Int }, in: context)
  return try context.fetch(rooms()).map { room in
    let id = room.objectID
    return RoomRow(
      room: id, name: room.name, unread: (numbers[id] ?? 0) - (read[id] ?? 0), newest: texts[id])
  }
}

private func texts(
  at positions: [Int], in context: NSManagedObjectContext
) throws -> [NSManagedObjectID: String] {
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.predicate = NSPredicate(format: "position IN %@", positions)
  request.propertiesToFetch = ["room", "text"]
  return try context.fetch(request).byRoom("text")
}

private func groups() -> NSFetchRequest<NSDictionary> {
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.propertiesToFetch = [
    "room", number("all", "count(position)"), number("read", "sum(isRead)"),
    number("last", "max(position)"),
  ]
  request.propertiesToGroupBy = ["room"]
  return request
}

private func number(_ name: String, _ format: String) -> NSExpressionDescription {
  let number = NSExpressionDescription()
  number.name = name
  number.expression = NSExpression(format: format)
  number.expressionResultType = .integer64AttributeType
  return number
}

/// All of them, by name.
private func rooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  request.returnsObjectsAsFaults = false
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
