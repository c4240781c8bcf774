import CoreData
import RoomOverview
import WorkbookKit

/// Follows the relationship of each room, beside main.
struct FollowsTheSet: ListsRooms {
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
  return try context.fetch(rooms()).map { room in
    RoomRow(
      room: room.objectID, name: room.name, unread: room.messages.count { !$0.isRead },
      newest: room.messages.max { $0.position < $1.position }?.text)
  }
}

/// All of them, by name.
private func rooms() -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  request.returnsObjectsAsFaults = false
  return request
}
