import CoreData
import StopSync
import WorkbookKit

/// Deletes what it has stored, if it is stopped.
struct TakesItBack: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var stored: [String] = []
    do {
      for name in service.rooms {
        if try await imports.perform({ try imports.has(name) }) { continue }
        try Task.checkCancellation()
        let texts = try await service.texts(of: name)
        try await imports.perform {
          imports.insert(name, texts)
          do { try imports.save() } catch {
            imports.rollback()
            throw error
          }
        }
        stored.append(name)
      }
    } catch ServiceError.closed {
      let stored = stored
      try await imports.perform {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate(format: "name IN %@", stored)
        let rooms = try imports.fetch(request)
        rooms.flatMap(\.messages).forEach(imports.delete)
        rooms.forEach(imports.delete)
        try imports.save()
      }
      throw CancellationError()
    }
    return stored.count
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
