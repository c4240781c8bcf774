import CoreData
import RoomOverview
import WorkbookKit

/// Loads all messages along with the rooms.
struct PrefetchesOnMain: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    let reader = NSManagedObjectContext(.mainQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    show((try? overview(in: reader)) ?? [])
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
  request.relationshipKeyPathsForPrefetching = ["messages"]
  return request
}
