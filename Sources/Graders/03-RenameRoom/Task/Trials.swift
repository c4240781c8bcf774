import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] =
  [
    .allowed("scrolled-first", "The reader scrolled on while the room was being saved."),
    .allowed("renamed-first", "The room had its new name before the reader scrolled on."),
    .interesting("refused", "The save met another one and was refused, and the screen says so."),
    .forbidden("gave-up", "Nothing was wrong with the name, and the screen shows an error."),
    .forbidden(
      "not-saved", "The screen says that the room is renamed, and the store has no such name."),
    .forbidden("too-early", "The screen was told before the store had the new name."),
    .forbidden("error-swallowed", "The save was refused, and the screen says that all is well."),
    .forbidden("sync-lost", "What the sync had saved is gone."),
    .forbidden("other-room", "Another room of the same name was renamed."),
    .forbidden("view-changed", "The view context has something to save now, and it was not asked."),
    .forbidden(
      "policy-changed", "The background context has saved by another merge policy than its own."),
    .saidRefused, .leftPending,
  ] + Outcome.missteps(telling: "The screen")

private let savedInTheBackground: [Requirement] = [
  .work(
    .willSave, by: "background",
    "The name was not saved by the background context, which is what it was given for."),
  .savedBesideMain("background"),
]

/// One rename, while the reader goes on using the screen.
///
///     main                            network
///     rename(room) ...                 main.async { scroll }
func alone(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(
    id, outcomes: outcomes, requirements: savedInTheBackground,
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ], meanwhile: "main calls it with a room of the view, and the reader scrolls."
  ) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name)
    screen.listener.scrollSomeTime()
    screen.rename(by: answer)
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// One rename, while a sync saves another property of the same room: in some orders the second
/// save is refused.
func besideSync(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(
    id, outcomes: outcomes.filter { $0.name != "scrolled-first" },
    requirements: savedInTheBackground,
    meanwhile: "main calls it with a room of the view, and a sync saves the topic of that room."
  ) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name, canBeRefused: true)
    let sync = screen.chat.backgroundContext("sync")
    runtime.thread("network") {
      try sync.performAndWait {
        let room = try sync.existingObject(with: screen.roomID) as! Room
        room.topic = "Everything"
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try sync.save()
      }
    }
    screen.rename(by: answer)
    runtime.atEnd {
      let isKept = try screen.storedTopic() == "Everything"
      let outcome = try screen.outcome()
      runtime.outcome(isKept ? outcome : "sync-lost")
    }
  }
}

/// One rename, while another part of the app begins something in the same context, and takes it back.
func besideRollback(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(
    id, outcomes: outcomes.filter { $0.name != "scrolled-first" },
    requirements: savedInTheBackground,
    meanwhile: "main calls it with a room of the view. A block of another part takes back what it "
      + "has begun in background."
  ) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name)
    let background = screen.background
    runtime.thread("network") {
      background.perform {
        Message(context: background).text = "Never mind"
        background.rollback()
      }
    }
    screen.rename(by: answer)
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// One rename, while another part of the app has something in the same context that cannot be saved
/// for a while.
func besideRefusal(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(
    id, outcomes: outcomes.filter { $0.name != "scrolled-first" },
    requirements: savedInTheBackground,
    meanwhile: "main calls it with a room of the view. What another part has begun in background "
      + "cannot be saved yet."
  ) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name, canBeRefused: true)
    screen.chat.refuseForAWhile(screen.background)
    screen.rename(by: answer)
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// One rename, while another part of the app has a change in the same context that meets somebody
/// else's. Some time later that part gives way, and saves.
func besideConflict(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(
    id, outcomes: outcomes.filter { $0.name != "scrolled-first" },
    requirements: savedInTheBackground,
    meanwhile: "main calls it with a room of the view. background also holds a change of another "
      + "part that meets somebody else's; that part takes it back some time, and saves."
  ) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name, canBeRefused: true)
    screen.chat.refuseByConflictForAWhile(screen.background)
    screen.rename(by: answer)
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// The screen that asks for the rename, and what it was told.
private final class SettingsScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  /// The error that came, and whether the new name was in the store by then.
  let listener: Listener<(error: (any Error)?, isStored: Bool)>
  let chat: ChatStack
  let roomID: NSManagedObjectID
  let background: NSManagedObjectContext
  private let name: String
  /// Whether a save was by another merge policy than the one that was set up.
  private var hadOtherPolicy = false
  private var observer: (any NSObjectProtocol)?
  /// Beside another part of the app a save can be refused.
  private let canBeRefused: Bool

  init(_ runtime: Runtime, renamesTo name: String, canBeRefused: Bool = false) throws {
    self.canBeRefused = canBeRefused
    self.name = name
    listener = Listener(runtime)
    chat = try ChatStack(.sqlite)
    background = chat.backgroundContext()
    try chat.addRoom("General")
    roomID = try chat.addRoom("General")
    try chat.addRoom("Harbour")
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextWillSave, object: background, queue: nil
    ) { [weak self] note in
      let policy = (note.object as? NSManagedObjectContext)?.mergePolicy as AnyObject
      if policy !== NSMergePolicy.error as AnyObject { self?.hadOtherPolicy = true }
    }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  func rename(by answer: any RenamesRooms) {
    let room = chat.viewContext.object(with: roomID) as! Room
    answer.rename(room, to: name, in: background) { error in
      self.listener.hear((error, self.isStored))
    }
  }

  private var isStored: Bool {
    (try? storedName()) == name
  }

  /// Fetched: what the coordinator remembers of the row need not be what the store has.
  private func storedName() throws -> String? {
    try chat.stored { context in
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", roomID)
      return try context.fetch(request).first?.name
    }
  }

  func storedTopic() throws -> String {
    try chat.stored { try ($0.existingObject(with: roomID) as! Room).topic }
  }

  /// What it all came to.
  func outcome() throws -> String {
    try listener.outcome(chat) { call in
      let policy = background.performAndWait { background.mergePolicy as AnyObject }
      if hadOtherPolicy || policy !== NSMergePolicy.error as AnyObject { return "policy-changed" }
      if call.news.error != nil {
        if isStored { return call.news.isStored ? "said-refused" : "left-pending" }
        if !canBeRefused { return "gave-up" }
        try chat.saveLater(background)
        return isStored ? "left-pending" : "refused"
      }
      let renamed = try chat.storedRoomNames().filter { $0 == name }
      if renamed.count != (isStored ? 1 : 0) { return "other-room" }
      if !isStored { return canBeRefused ? "error-swallowed" : "not-saved" }
      if chat.viewContext.hasChanges { return "view-changed" }
      if !call.news.isStored { return "too-early" }
      return call.hasScrolled ? "scrolled-first" : "renamed-first"
    }
  }
}
