import CoreData
import RoomOverview
import WorkbookKit

/// Two contexts read, one behind the other, and each of them is pinned.
struct PinsEachContext: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let coordinator = view.persistentStoreCoordinator
    Task { @MainActor in
      do {
        let texts: [NSManagedObjectID: String] = try await reading(coordinator) { reader in
          try reader.fetch(newest()).byRoom("text")
        }
        show(try await reading(coordinator) { try overview(texts, in: $0) })
      } catch {
        show([])
      }
    }
  }
}

private func reading<Result: Sendable>(
  _ coordinator: NSPersistentStoreCoordinator?,
  _ read: @escaping @Sendable (NSManagedObjectContext) throws -> Result
) async throws -> Result {
  let reader = NSManagedObjectContext(.privateQueue)
  reader.persistentStoreCoordinator = coordinator
  return try await reader.perform {
    try reader.setQueryGenerationFrom(.current)
    return try read(reader)
  }
}

private func overview(
  _ texts: [NSManagedObjectID: String], in context: NSManagedObjectContext
) throws -> [RoomRow] {
  try context.fetch(rooms()).compactMap { entry in
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
