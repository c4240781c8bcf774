import CoreData
import StopSync
import WorkbookKit

/// Each room has a context of its own.
struct AContextForEach: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    let coordinator = imports.persistentStoreCoordinator
    var count = 0
    for name in service.rooms {
      // What is in it when it is given up goes with it.
      let own = NSManagedObjectContext(.privateQueue)
      own.persistentStoreCoordinator = coordinator
      if try await own.perform({ try own.has(name) }) { continue }
      guard let texts = try await answer(service, name) else { throw CancellationError() }
      try await own.perform {
        own.insert(name, texts)
        try own.save()
      }
      count += 1
    }
    return count
  }
}

/// Nil if it is to stop.
private func answer(_ service: any RoomService, _ room: String) async throws -> [String]? {
  do {
    return Task.isCancelled ? nil : try await service.texts(of: room)
  } catch ServiceError.closed {
    return nil
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
