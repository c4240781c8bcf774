public import CoreData
internal import Interleaving

extension ChatStack {
  /// Lets the next save of `context` be refused: it has changed the topic of a room, and so has
  /// another context, which was first. To be called on the queue of main, before the story begins.
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

extension ChatStack {
  /// Some time later the context is saved for another purpose, and nothing is in the way any more:
  /// what a refused save has left behind in it goes to the store.
  public func saveLater(_ context: NSManagedObjectContext) throws {
    try Runtime.current.untraced {
      try context.performAndWait {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
      }
    }
  }
}

extension Outcome {
  public static let saidRefused = forbidden(
    "said-refused", "The screen was told of an error, and the store has what was asked for.")

  /// What was refused, and reported as refused, comes true behind everybody's back.
  public static let leftPending = forbidden(
    "left-pending",
    "The screen was told that it was refused, and a later save of the background stores it.")
}

extension ChatStack {
  /// Lets saves of `context` be refused for a while: another part of the app has put a message into
  /// it that is too long. Some time later that part takes it out again, and saves.
  ///
  ///     network
  ///     context.perform { delete it, save }
  public func refuseForAWhile(_ context: NSManagedObjectContext) {
    let runtime = Runtime.current
    runtime.untraced {
      context.performAndWait {
        Message(context: context).text = String(repeating: "Ha! ", count: Message.longestText)
      }
    }
    runtime.thread("network") {
      context.perform {
        for case let message as Message in context.insertedObjects
        where message.text.count > Message.longestText { context.delete(message) }
        attempt { try context.save() }
      }
    }
  }

  /// The same with a change of a room that meets somebody else's.
  public func refuseByConflictForAWhile(_ context: NSManagedObjectContext) {
    let runtime = Runtime.current
    runtime.untraced { attempt { try addConflict(to: context) } }
    let rooms = context.performAndWait { context.updatedObjects.map(\.objectID) }
    runtime.thread("network") {
      context.perform {
        for id in rooms { context.refresh(context.object(with: id), mergeChanges: false) }
        attempt { try context.save() }
      }
    }
  }
}
