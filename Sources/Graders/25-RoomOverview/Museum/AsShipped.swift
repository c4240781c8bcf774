import CoreData
import RoomOverview
import WorkbookKit

/// Two short requests for each room.
struct AsShipped: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    // Not the view, which may have something unsaved.
    let reader = NSManagedObjectContext(.mainQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    do {
      // A sync may save meanwhile.
      try reader.setQueryGenerationFrom(.current)
      let rooms = NSFetchRequest<Room>(entityName: "Room")
      rooms.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      rooms.returnsObjectsAsFaults = false
      show(
        try reader.fetch(rooms).map { room in
          RoomRow(
            room: room.objectID, name: room.name, unread: try reader.count(for: unread(in: room)),
            newest: try reader.fetch(newest(in: room)).first?.text)
        })
    } catch {
      show([])
    }
  }
}

/// What is unread in a room.
private func unread(in room: Room) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@ AND isRead == NO", room)
  return request
}

/// The newest message of a room.
private func newest(in room: Room) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "room == %@", room)
  request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
  request.fetchLimit = 1
  return request
}
