import CoreData
import StopSync
import WorkbookKit

/// Asks first, and then makes, checks and saves the room in one block.
struct ChecksAndThenSaves: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    for name in service.rooms {
      let isThere = try await imports.perform { try !imports.fetch(rooms(named: name)).isEmpty }
      if isThere { continue }
      try Task.checkCancellation()
      let texts: [String]
      do {
        texts = try await service.texts(of: name)
      } catch {
        try Task.checkCancellation()
        throw error
      }
      let isNew = try await imports.perform {
        guard try imports.fetch(rooms(named: name)).isEmpty else { return false }
        try make(name, texts, in: imports)
        try imports.save()
        return true
      }
      if isNew { count += 1 }
    }
    return count
  }
}

/// Makes a room that can be saved, or none. To be called in a block.
private func make(
  _ name: String, _ texts: [String], in imports: NSManagedObjectContext
) throws {
  let room = Room(context: imports)
  room.name = name
  do {
    try room.validateForInsert()
    for text in texts {
      let message = Message(context: imports)
      (message.text, message.room) = (text, room)
      try message.validateForInsert()
    }
  } catch {
    // A save would refuse it, and all that others save after it.
    imports.rollback()
    throw error
  }
}

private func rooms(named name: String) -> NSFetchRequest<Room> {
  let request = NSFetchRequest<Room>(entityName: "Room")
  request.predicate = NSPredicate(format: "name == %@", name)
  return request
}
