import CoreData
import StopSync
import WorkbookKit

/// A room, and then its texts.
struct Answer: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    for name in service.rooms {
      let isThere = try await imports.perform { try !imports.fetch(rooms(named: name)).isEmpty }
      if isThere { continue }
      // The list shows the room at once, and its texts when they come.
      await imports.perform {
        let room = Room(context: imports)
        room.name = name
      }
      let texts = try await service.texts(of: name)
      try await imports.perform {
        let room = try imports.fetch(rooms(named: name))[0]
        for text in texts {
          let message = Message(context: imports)
          (message.text, message.room) = (text, room)
        }
        try imports.save()
      }
      count += 1
    }
    return count
  }
}

private func rooms(named name: String) -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.predicate = NSPredicate(format: "name == %@", name)
  return request
}
