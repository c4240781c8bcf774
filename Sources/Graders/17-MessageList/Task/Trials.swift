import CoreData
import Foundation
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("followed", "The table and its taps were right whenever somebody looked."),
  .forbidden("wrong-at-once", "The table was wrong when it had just been opened."),
  .forbidden("other-room", "The table showed a message of another room."),
  .forbidden("namesake", "The table showed a message of another room that has the same name."),
  .forbidden("out-of-order", "The table showed the right texts in the wrong order."),
  .forbidden("behind", "When all was over, the table still showed what had been there before."),
  .forbidden("between", "The table showed something that was never there."),
  .forbidden("dead", "A tap opened nothing, or a message that the view does not know."),
  .forbidden("other-message", "A tap opened another message than that of its row."),
]

/// A message as the store has it: what it says, and where it stands.
struct Entry: Equatable {
  var text: String
  var position: Int

  init(_ text: String, _ position: Int) { (self.text, self.position) = (text, position) }
}

/// Syncs save something each, while the reader looks at the table.
///
///     main                    sync                   finger
///     open
///                             change, save           main.async { look, tap }
///     merge
func syncing(
  _ id: String, _ entries: [Entry], looking: Bool = true,
  _ changes: @Sendable (Box) throws -> Void...
) -> Trial<any ListsMessages> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try RoomScreen(runtime, answer, entries)
    try screen.sync(changes)
    if looking { screen.lookSomeTime() }
    runtime.atEnd { runtime.outcome(screen.outcome()) }
  }
}

/// The reader sends a message on this screen, in the turn that writes it or in a later one.
func sending(
  _ id: String, _ entries: [Entry], _ entry: Entry, inAnotherTurn isLater: Bool = false
) -> Trial<any ListsMessages> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try RoomScreen(runtime, answer, entries)
    screen.write(entry, sends: !isLater)
    if isLater { screen.saveTheView() }
    screen.lookSomeTime()
    runtime.atEnd { runtime.outcome(screen.outcome()) }
  }
}

/// The app resets the view, before a sync saves, after it, or between the save and its merge.
///
///     main                    sync                   memory
///     open                    change, save           main.async { reset, viewWasReset }
///     merge
func resetting(
  _ id: String, _ entries: [Entry], _ change: @escaping @Sendable (Box) throws -> Void
) -> Trial<any ListsMessages> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try RoomScreen(runtime, answer, entries)
    try screen.sync([change])
    runtime.thread("memory") { screen.reset() }
    runtime.atEnd { runtime.outcome(screen.outcome()) }
  }
}

/// The reader has written a message and not sent it, and the app resets the view.
func forgetting(_ id: String, _ entries: [Entry], _ entry: Entry) -> Trial<any ListsMessages> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try RoomScreen(runtime, answer, entries)
    screen.write(entry, sends: false)
    screen.lookSomeTime()
    screen.reset(forgetting: true)
    runtime.atEnd { runtime.outcome(screen.outcome()) }
  }
}

/// What a sync does with the messages of the room, in a context of its own.
struct Box {
  let context: NSManagedObjectContext
  let room: Room
  let otherRoom: Room

  /// The message that stands at this position.
  subscript(_ position: Int) -> Message {
    get throws { try context.messages(of: room).first { $0.position == position }! }
  }

  func insert(_ entry: Entry) {
    let message = Message(context: context)
    (message.text, message.position, message.room) = (entry.text, entry.position, room)
  }
}

extension NSManagedObjectContext {
  /// In the order in which they stand. The order of a set would be another one in each run.
  func messages(of room: Room) throws -> [Message] {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return try fetch(request)
  }
}
