import CoreData
import RoomOverview
import WorkbookKit

/// The two requests for each room are made beside main.
struct AsksForEachRoom: ListsRooms {
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
  return try context.fetch(rooms()).map { try row(of: $0, in: context) }
}

private func row(of room: Room, in context: NSManagedObjectContext) throws -> RoomRow {
  let unread = NSFetchRequest<Message>(entityName: "Message")
  unread.predicate = NSPredicate(format: "room == %@ AND isRead == NO", room)
  let newest = NSFetchRequest<Message>(entityName: "Message")
  newest.predicate = NSPredicate(format: "room == %@", room)
  newest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
  newest.fetchLimit = 1
  newest.returnsObjectsAsFaults = false
  return RoomRow(
    room: room.objectID, name: room.name, unread: try context.count(for: unread),
    newest: try context.fetch(newest).first?.text)
}

/// All of them, by name.
private func rooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  request.returnsObjectsAsFaults = false
  return request
}
