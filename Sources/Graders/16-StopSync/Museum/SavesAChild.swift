import CoreData
import StopSync
import WorkbookKit

/// A child makes the room, and its parent saves in a block of its own.
struct SavesAChild: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    do {
      for name in service.rooms {
        if try await imports.perform({ try imports.has(name) }) { continue }
        try Task.checkCancellation()
        let texts = try await service.texts(of: name)
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = imports
        try await child.perform {
          child.insert(name, texts)
          try child.save()
        }
        try Task.checkCancellation()
        try await imports.perform { try imports.save() }
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
