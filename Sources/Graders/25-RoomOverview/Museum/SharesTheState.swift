import CoreData
import RoomOverview
import WorkbookKit

/// Two contexts read, one behind the other, and the second one reads the state of the first.
struct SharesTheState: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let coordinator = view.persistentStoreCoordinator
    Task { @MainActor in
      do {
        let (texts, state) = try await reading(coordinator, at: .current) { reader in
          let texts: [NSManagedObjectID: String] = try reader.fetch(newest()).byRoom("text")
          return (texts, reader.queryGenerationToken)
        }
        show(try await reading(coordinator, at: state) { try overview(texts, in: $0) })
      } catch {
        show([])
      }
    }
  }
}

private func reading<Result: Sendable>(
  _ coordinator: NSPersistentStoreCoordinator?, at state: NSQueryGenerationToken?,
  _ read: @escaping @Sendable (NSManagedObjectContext) throws -> Result
) async throws -> Result {
  let reader = NSManagedObjectContext(.privateQueue)
  reader.persistentStoreCoordinator = coordinator
  return try await reader.perform {
    try reader.setQueryGenerationFrom(state)
    return try read(reader)
  }
}

private func overview(
  _ texts: [NSManagedObjectID: String], in context: NSManagedObjectContext
) throws -> [RoomRow] {
  let numbers: [NSManagedObjectID: Int] = try context.fetch(unread()).byRoom("number")
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
