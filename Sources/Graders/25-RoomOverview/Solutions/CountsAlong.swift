import CoreData
import RoomOverview
import WorkbookKit

/// The rooms come with their numbers, and a second request brings the newest messages.
struct CountsAlong: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    Task { @MainActor in
      let rows = try? await reader.perform { try overview(in: reader) }
      show(rows ?? [])
    }
  }
}

private func overview(in context: NSManagedObjectContext) throws -> [RoomRow] {
  // A sync may save between the two trips.
  try context.setQueryGenerationFrom(.current)
  var texts: [NSManagedObjectID: String] = [:]
  for message in try context.fetch(newest()) {
    if let room = message.room { texts[room.objectID] = message.text }
  }
  return try context.fetch(rooms()).compactMap { entry in
    guard let room = entry["room"] as? NSManagedObjectID else { return nil }
    return RoomRow(
      room: room, name: entry["name"] as? String ?? "", unread: entry["unread"] as? Int ?? 0,
      newest: texts[room])
  }
}

/// Name and number of each room, counted by the store.
private func rooms() -> NSFetchRequest<NSDictionary> {
  let unread = NSExpression(format: "SUBQUERY(messages, $m, $m.isRead == NO).@count")
  let room = value("room", .expressionForEvaluatedObject(), .objectIDAttributeType)
  let request = NSFetchRequest<NSDictionary>(entityName: "Room")
  request.resultType = .dictionaryResultType
  request.propertiesToFetch = [room, "name", value("unread", unread, .integer64AttributeType)]
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return request
}

private func value(
  _ name: String, _ expression: NSExpression, _ type: NSAttributeType
) -> NSExpressionDescription {
  let value = NSExpressionDescription()
  (value.name, value.expression, value.expressionResultType) = (name, expression, type)
  return value
}

/// The messages that have no later one in their room, with their values.
private func newest() -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(
    format: "SUBQUERY(room.messages, $m, $m.position > SELF.position).@count == 0")
  request.returnsObjectsAsFaults = false
  return request
}
