import CoreData
import StopSync
import WorkbookKit

/// A cancellation handler rolls back.
struct RollsBackInItsHandler: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    try await withTaskCancellationHandler {
      var count = 0
      for name in service.rooms {
        if try await imports.perform({ try imports.has(name) }) { continue }
        await imports.perform { imports.insert(name, []) }
        do {
          let texts = try await service.texts(of: name)
          try await imports.perform {
            let room = imports.insertedObjects.compactMap { $0 as? Room }.first
            for text in texts {
              let message = Message(context: imports)
              (message.text, message.room) = (text, room)
            }
            try imports.save()
          }
        } catch ServiceError.closed {
          throw CancellationError()
        }
        count += 1
      }
      return count
    } onCancel: {
      imports.perform { imports.rollback() }
    }
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
