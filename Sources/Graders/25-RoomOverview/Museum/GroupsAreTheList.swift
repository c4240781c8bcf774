import CoreData
import RoomOverview
import WorkbookKit

/// One request for the newest messages brings everything else along.
struct GroupsAreTheList: ListsRooms {
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
  try context.fetch(newest()).compactMap { entry in
    guard let room = entry["room"] as? NSManagedObjectID else { return nil }
    return RoomRow(
      room: room, name: entry["room.name"] as? String ?? "", unread: entry["unread"] as? Int ?? 0,
      newest: entry["text"] as? String)
  }
}

private func newest() -> NSFetchRequest<NSDictionary> {
  let unread = NSExpressionDescription()
  unread.name = "unread"
  unread.expression = NSExpression(format: "SUBQUERY(room.messages, $m, $m.isRead == NO).@count")
  unread.expressionResultType = .integer64AttributeType
  let request = NSFetchRequest<NSDictionary>(entityName: "Message")
  request.resultType = .dictionaryResultType
  request.predicate = NSPredicate(format: "position == room.messages.@max.position")
  request.propertiesToFetch = ["room", "room.name", "text", unread]
  request.sortDescriptors = [NSSortDescriptor(key: "room.name", ascending: true)]
  return request
}
