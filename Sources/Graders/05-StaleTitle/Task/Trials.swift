import CoreData
import Interleaving
import WorkbookKit

private let savedInTheBackground: [Requirement] = [
  .work(
    .willSave, by: "background",
    "The name was not saved by the background context, which is what it was given for.")
]

/// A rename in the background, while the reader types a topic into the same room.
///
///     main                          background
///     room.topic = ... (unsaved)
///     rename(room)                  rename its own, save
///     done: look at room
///
/// The room may have that name already, by a save that the view has not heard of; and nothing may have
/// been typed before the call.
func renaming(
  _ id: String, to name: String, typingOn later: String? = nil, isNamedSo: Bool = false,
  hasTyped: Bool = true
) -> Trial<any KeepsTitlesFresh> {
  let outcomes: [Outcome] =
    [
      .allowed("fresh", "The title is new, and what was typed is still there."),
      .forbidden("stale", "The store has the new name, and the screen shows the old one."),
      .forbidden("edit-lost", "What the reader had typed and not saved is gone."),
      .forbidden("screen-lost", "The room that the screen holds is of no use any more."),
      .forbidden("in-conflict", "What the reader has typed cannot be saved any more."),
      .forbidden("saved-early", "What the reader had typed and not saved is in the store."),
      .forbidden("not-saved", "The new name is not in the store."),
      .forbidden("gave-up", "Nothing was wrong with the name, and the screen shows an error."),
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes, requirements: isNamedSo ? [] : savedInTheBackground,
    meanwhile: "main calls it with a room of the view. Its topic "
      + (hasTyped ? "was typed there and not saved yet." : "is typed there some time later.")
  ) { answer, runtime in
    let screen = try RoomScreen(runtime, hasTyped: hasTyped)
    let topics = RoomScreen.allTyped.union(hasTyped ? [] : [""])
    if isNamedSo { try screen.renameBefore(to: name) }
    if let later { screen.typeSomeTime(later) } else { screen.listener.scrollSomeTime() }
    screen.rename(to: name, by: answer)
    runtime.atEnd {
      let isSaved = try screen.chat.storedRoomNames() == [name, "Another room"].sorted()
      let isTooEarly = try !Set(screen.storedTopics()).isDisjoint(with: RoomScreen.allTyped)
      let isKept = screen.hasWhatWasTyped
      let canSave = try screen.saveWhatWasTyped()
      runtime.outcome(
        screen.listener.outcome(screen.chat) { call in
          switch call.news {
          case .error: "gave-up"
          case .noRoom: "screen-lost"
          case .room where !isSaved: "not-saved"
          case .room(let shown, _) where shown != name: "stale"
          case .room(_, let topic) where !topics.contains(topic) || !isKept:
            "edit-lost"
          case .room: isTooEarly ? "saved-early" : canSave ? "fresh" : "in-conflict"
          }
        })
    }
  }
}

/// The background context cannot be saved as it is: it holds a change of another room, which
/// another user has changed in the store meanwhile.
func refused(_ id: String, to name: String) -> Trial<any KeepsTitlesFresh> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the screen says so."),
      .interesting("renamed", "The name found a way past the conflict."),
      .forbidden("error-swallowed", "The save was refused, and the screen says that all is well."),
      .saidRefused, .leftPending,
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it with a room of the view. background also holds a change that meets "
      + "somebody else's."
  ) { answer, runtime in
    let screen = try RoomScreen(runtime)
    try screen.chat.addConflict(to: screen.background)
    screen.rename(to: name, by: answer)
    runtime.atEnd {
      let isSaved = try screen.chat.storedRoomNames().contains(name)
      runtime.outcome(
        try screen.listener.outcome(screen.chat) { call in
          if case .error = call.news {
            if isSaved { return "said-refused" }
            try screen.chat.saveLater(screen.background)
            let isLeft = try screen.chat.storedRoomNames().contains(name)
            return isLeft ? "left-pending" : "refused"
          }
          return isSaved ? "renamed" : "error-swallowed"
        })
    }
  }
}

/// The background context cannot be saved as it is: another part of the app has put a message into
/// it that is too long. Some time later that part takes it out again, and saves.
func refusedBesideAnother(_ id: String, to name: String) -> Trial<any KeepsTitlesFresh> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the screen says so."),
      .allowed("renamed", "The message was out of the way, and the room is renamed."),
      .forbidden("error-swallowed", "The save was refused, and the screen says that all is well."),
      .saidRefused,
    ] + Outcome.missteps(telling: "The screen")
  return Trial(
    id, outcomes: outcomes,
    meanwhile: "main calls it with a room of the view. background also holds a message that is too "
      + "long; another part takes it out some time, and saves."
  ) { answer, runtime in
    let screen = try RoomScreen(runtime)
    screen.chat.refuseForAWhile(screen.background)
    screen.rename(to: name, by: answer)
    runtime.atEnd {
      let isSaved = try screen.chat.storedRoomNames().contains(name)
      runtime.outcome(
        screen.listener.outcome(screen.chat) { call in
          if case .error = call.news { return isSaved ? "said-refused" : "refused" }
          return isSaved ? "renamed" : "error-swallowed"
        })
    }
  }
}

/// The screen that shows a room, in which its reader has typed a topic.
private final class RoomScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  static let typed = "Being typed"
  /// What was typed before the rename, and what may have been typed since.
  static let allTyped: Set = [typed, "Being typed on"]

  /// What the screen saw when it was told.
  enum Seen {
    case error
    /// What it holds belongs to no context any more.
    case noRoom
    case room(name: String, topic: String)
  }

  let listener: Listener<Seen>
  let chat: ChatStack
  let background: NSManagedObjectContext
  private let runtime: Runtime
  private let room: Room
  private var last = RoomScreen.typed

  init(_ runtime: Runtime, hasTyped: Bool = true) throws {
    self.runtime = runtime
    listener = Listener(runtime)
    chat = try ChatStack()
    background = chat.backgroundContext()
    try chat.addRoom("Another room")
    room = try chat.viewContext.existingObject(with: chat.addRoom("General")) as! Room
    if hasTyped { room.topic = Self.typed }
  }

  func rename(to name: String, by answer: any KeepsTitlesFresh) {
    answer.rename(room, to: name, in: background) { error in
      self.listener.hear(error == nil && self.runtime.main.isCurrent ? self.seen : .error)
    }
  }

  /// The background has renamed its room some time ago, and saved.
  func renameBefore(to name: String) throws {
    let (background, id) = (background, room.objectID)
    try runtime.untraced {
      try background.performAndWait {
        (try background.existingObject(with: id) as! Room).name = name
        try background.save()
      }
    }
  }

  /// The reader goes on typing the topic.
  func typeSomeTime(_ topic: String) {
    last = topic
    runtime.thread("reader") { self.runtime.main.async { self.room.topic = topic } }
  }

  /// At the end, whatever was typed when.
  var hasWhatWasTyped: Bool { room.managedObjectContext != nil && room.topic == last }

  func storedTopics() throws -> [String] {
    try chat.stored { try $0.fetch(NSFetchRequest<Room>(entityName: "Room")).map(\.topic) }
  }

  /// The reader saves, some time later.
  func saveWhatWasTyped() throws -> Bool {
    do { try chat.viewContext.save() } catch { return false }
    return try storedTopics().contains(last)
  }

  private var seen: Seen {
    let view = chat.viewContext
    let isThere =
      room.managedObjectContext === view && !room.isDeleted
      && view.registeredObject(for: room.objectID) === room
    return isThere ? .room(name: room.name, topic: room.topic) : .noRoom
  }
}
