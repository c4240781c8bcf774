import CoreData
import StopSync
import WorkbookKit

/// Stops before it looks whether the rooms that are left are there.
struct StopsAtWhatIsThere: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    for name in service.rooms {
      try Task.checkCancellation()
      if try await imports.perform({ try imports.has(name) }) { continue }
      do {
        let texts = try await service.texts(of: name)
        try await imports.perform { try imports.store(name, texts) }
      } catch ServiceError.closed {
        throw CancellationError()
      }
      count += 1
    }
    return count
  }
}

extension NSManagedObjectContext {
  fileprivate func has(_ name: String) throws -> Bool {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try count(for: request) > 0
  }

  fileprivate func store(_ name: String, _ texts: [String]) throws {
    let room = Room(context: self)
    room.name = name
    for text in texts {
      let message = Message(context: self)
      (message.text, message.room) = (text, room)
    }
    do {
      try save()
    } catch {
      for object in [room] + Array(room.messages) { delete(object) }
      processPendingChanges()
      throw error
    }
  }
}
