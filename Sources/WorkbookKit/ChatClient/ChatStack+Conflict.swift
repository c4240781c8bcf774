public import CoreData

extension ChatStack {
  /// Lets the next save of `context` be refused: it has changed the topic of a room, and so has
  /// somebody else, who was first. To be called on the queue of main, before the story begins.
  public func addConflict(to context: NSManagedObjectContext) throws {
    let admin = backgroundContext("admin")
    let roomID = try addRoom("General")
    try context.performAndWait {
      let room = try context.existingObject(with: roomID) as! Room
      room.topic = "Ours"
    }
    try admin.performAndWait {
      let room = try admin.existingObject(with: roomID) as! Room
      room.topic = "Theirs"
      try admin.save()
    }
  }
}
