import CoreData
import RoomOverview
import WorkbookKit

/// The view asks beside its queue, first for the rooms and then for the newest messages.
struct AsksAsynchronously: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    ask(view, rooms()) { rooms in
      ask(view, newest()) { newest in
        let texts: [NSManagedObjectID: String] = newest.byRoom("text")
        show(rooms.compactMap { row(of: $0, texts) })
      }
    }
  }
}

private func ask(
  _ view: NSManagedObjectContext, _ request: NSFetchRequest<NSDictionary>,
  _ answered: @escaping ([NSDictionary]) -> Void
) {
  let search = NSAsynchronousFetchRequest(fetchRequest: request) { result in
    answered(result.finalResult ?? [])
  }
  do {
    try view.execute(search)
  } catch {
    answered([])
  }
}

private func row(of entry: NSDictionary, _ texts: [NSManagedObjectID: String]) -> RoomRow? {
  guard let room = entry["room"] as? NSManagedObjectID else { return nil }
  return RoomRow(
    room: room, name: entry["name"] as? String ?? "", unread: entry["unread"] as? Int ?? 0,
    newest: texts[room])
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
