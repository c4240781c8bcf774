import CoreData
import RoomOverview
import WorkbookKit

/// Reads the store with two short requests for each room.
struct AsShipped: ListsRooms {
  func refresh(in view: NSManagedObjectContext, show: @escaping @Sendable ([RoomRow]) -> Void) {
    // Not the view, which may have something unsaved.
    let reader = NSManagedObjectContext(.mainQueueConcurrencyType)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    do {
      // A sync may save meanwhile.
      try reader.setQueryGenerationFrom(.current)
      let rooms = NSFetchRequest<Room>(entityName: "Room")
      rooms.returnsObjectsAsFaults = false
      rooms.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      show(try reader.fetch(rooms).map { try row(of: $0, in: reader) })
    } catch {
      show([])
    }
  }
}

private func row(of room: Room, in reader: NSManagedObjectContext) throws -> RoomRow {
  let unread = NSFetchRequest<Message>(entityName: "Message")
  unread.predicate = NSPredicate(format: "room == %@ AND isRead == NO", room)
  let newest = NSFetchRequest<Message>(entityName: "Message")
  newest.predicate = NSPredicate(format: "room == %@", room)
  newest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
  newest.fetchLimit = 1
  return RoomRow(
    room: room.objectID, name: room.name, unread: try reader.count(for: unread),
    newest: try reader.fetch(newest).first?.text)
}
