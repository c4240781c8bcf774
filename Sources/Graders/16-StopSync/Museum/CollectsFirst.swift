import CoreData
import StopSync
import WorkbookKit

/// Asks for all rooms, and stores them in one save.
struct CollectsFirst: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var found: [(name: String, texts: [String])] = []
    do {
      for name in service.rooms {
        if try await imports.perform({ try imports.has(name) }) { continue }
        try Task.checkCancellation()
        found.append((name, try await service.texts(of: name)))
      }
    } catch ServiceError.closed {
      throw CancellationError()
    }
    let new = found
    try await imports.perform {
      for (name, texts) in new { imports.insert(name, texts) }
      do { try imports.save() } catch {
        imports.rollback()
        throw error
      }
    }
    return new.count
  }
}

extension NSManagedObjectContext {
  fileprivate func has(_ name: String) throws -> Bool {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try count(for: request) > 0
  }

  fileprivate func insert(_ name: String, _ texts: [String]) {
    let room = Room(context: self)
    room.name = name
    for text in texts {
      let message = Message(context: self)
      (message.text, message.room) = (text, room)
    }
  }
}
