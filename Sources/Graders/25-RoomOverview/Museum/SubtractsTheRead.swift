import CoreData
import RoomOverview
import WorkbookKit

/// One group of each room has all numbers, and says which message is the newest.
struct SubtractsTheRead: ListsRooms {
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
  let found = try context.fetch(rooms())
  let groups = try groups(in: context)
  let texts = try texts(of: groups, in: context)
  return found.map { room in
    let group = groups[room.objectID] ?? Group()
    return RoomRow(
      room: room.objectID, name: room.name, unread: group.all - group.read,
      newest: texts[room.objectID])
  }
}

/// What the messages of a room come to.
private struct Group {
  var (all, read, last) = (0, 0, 0)
}

private func groups(
  in context: NSManagedObjectContext
) throws -> [NSManagedObjectID: Group] {
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.propertiesToFetch = [
    "room", number("all", "count(position)"), number("read", "sum(isRead)"),
    number("last", "max(position)"),
  ]
  request.propertiesToGroupBy = ["room"]
  var groups: [NSManagedObjectID: Group] = [:]
  for entry in try context.fetch(request) {
    guard let room = entry["room"] as? NSManagedObjectID else { continue }
    let numbers = ["all", "read", "last"].map { entry[$0] as? Int ?? 0 }
    groups[room] = Group(all: numbers[0], read: numbers[1], last: numbers[2])
  }
  return groups
}

private func number(_ name: String, _ format: String) -> NSExpressionDescription {
  let number = NSExpressionDescription()
  number.name = name
  number.expression = NSExpression(format: format)
  number.expressionResultType = .integer64AttributeType
  return number
}

private func texts(
  of groups: [NSManagedObjectID: Group], in context: NSManagedObjectContext
) throws -> [NSManagedObjectID: String] {
  if groups.isEmpty { return [:] }
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSCompoundPredicate(
    orPredicateWithSubpredicates: groups.map { room, group in
      NSPredicate(format: "room == %@ AND position == %d", room, group.last)
    })
  request.returnsObjectsAsFaults = false
  var texts: [NSManagedObjectID: String] = [:]
  for message in try context.fetch(request) {
    if let room = message.room { texts[room.objectID] = message.text }
  }
  return texts
}

/// All of them, by name.
private func rooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  request.returnsObjectsAsFaults = false
  return request
}
