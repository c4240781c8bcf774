import CoreData
import StopSync
import WorkbookKit

/// One context of its own for each sync.
struct OneContextForIt: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = imports.persistentStoreCoordinator
    var count = 0
    do {
      for name in service.rooms {
        if try await own.perform({ try own.has(name) }) { continue }
        try Task.checkCancellation()
        let texts = try await service.texts(of: name)
        try await own.perform {
          own.insert(name, texts)
          try own.save()
        }
        count += 1
      }
    } catch ServiceError.closed {
      throw CancellationError()
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

  fileprivate func insert(_ name: String, _ texts: [String]) {
    let room = Room(context: self)
    room.name = name
    for text in texts {
      let message = Message(context: self)
      (message.text, message.room) = (text, room)
    }
  }
}
