import CoreData
import StopSync
import WorkbookKit

/// Rolls back in a block behind the error.
struct RollsBackBehindIt: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    do {
      for name in service.rooms {
        if try await imports.perform({ try imports.has(name) }) { continue }
        try Task.checkCancellation()
        await imports.perform { imports.insert(name, []) }
        let texts = try await service.texts(of: name)
        try await imports.perform {
          imports.registeredObjects.compactMap { $0 as? Room }.filter { $0.name == name }
            .forEach(imports.delete)
          imports.insert(name, texts)
          try imports.save()
        }
        count += 1
      }
    } catch {
      await imports.perform { imports.rollback() }
      if case ServiceError.closed = error { throw CancellationError() }
      throw error
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
