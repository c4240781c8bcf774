import CoreData
import Interleaving
import WorkbookKit

/// The screen of one room of several, with the reader's list in it.
final class RoomScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.

  /// What the store has had, in order: the messages with their texts. A message is kept and not
  /// its ID: one that is written here has a temporary ID until the view is saved.
  private var states: [[(message: Message, text: String)]] = []
  private var misstep: String?
  /// How many changes the view is to hear of, and has heard of: after the last one, the table has
  /// to show it.
  private var (awaited, heard) = (0, 0)
  private var observer: (any NSObjectProtocol)?
  private let runtime: Runtime
  private let list: any ListsMessages
  private let chat: ChatStack
  private let room: NSManagedObjectID
  private let otherRoom: NSManagedObjectID

  init(_ runtime: Runtime, _ list: any ListsMessages, _ entries: [Entry]) throws {
    self.runtime = runtime
    self.list = list
    chat = try ChatStack()
    // Rooms may have equal names.
    otherRoom = try chat.addRoom("Harbour", messages: ["Hello", "Hello", "Not for you"])
    let room = try chat.addRoom("Harbour")
    try chat.addRoom("Attic", messages: ["Dust"])
    self.room = room
    try fill(entries)
    try runtime.untraced {
      states = [try chat.stored { try Self.state(of: $0.existingObject(with: room) as! Room) }]
    }
    chat.viewContext.automaticallyMergesChangesFromParent = true
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: chat.viewContext, queue: nil
    ) { [weak self] _ in self?.heard += 1 }
    try list.open(room, in: chat.viewContext)
    look(orElse: "wrong-at-once")
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  /// Puts the messages in, not in the order in which they stand.
  private func fill(_ entries: [Entry]) throws {
    let setup = chat.backgroundContext("start")
    try runtime.untraced {
      try setup.performAndWait {
        let room = try setup.existingObject(with: room) as! Room
        for entry in entries.reversed() {
          let message = Message(context: setup)
          (message.text, message.position, message.room) = (entry.text, entry.position, room)
          try setup.save()
        }
      }
    }
  }

  /// Syncs, each in a context of its own, have changed something each, and save it some time.
  func sync(_ changes: [@Sendable (Box) throws -> Void]) throws {
    var syncs: [NSManagedObjectContext] = []
    for change in changes {
      let background = chat.backgroundContext("sync")
      try make(change, in: background)
      syncs.append(background)
    }
    if changes.count > 1 {
      let all = chat.backgroundContext("all")
      for change in changes { try make(change, in: all) }
    }
    awaited += changes.count
    for background in syncs { background.perform { attempt { try background.save() } } }
  }

  /// Changes something without saving it. The store may have it from now on.
  private func make(
    _ change: @escaping @Sendable (Box) throws -> Void, in context: NSManagedObjectContext
  ) throws {
    try runtime.untraced {
      try context.performAndWait {
        let box = Box(
          context: context, room: try context.existingObject(with: room) as! Room,
          otherRoom: try context.existingObject(with: otherRoom) as! Room)
        try change(box)
        try announce(box.room, in: context)
      }
    }
  }

  /// The reader writes a message here, and sends it or not.
  func write(_ entry: Entry, sends: Bool) {
    let view = chat.viewContext
    awaited += 1
    view.perform { [self] in
      attempt {
        let message = Message(context: view)
        (message.text, message.position) = (entry.text, entry.position)
        let room = try view.existingObject(with: room) as! Room
        message.room = room
        try announce(room, in: view)
        if sends { try view.save() }
      }
    }
  }

  /// What was written is saved in a turn of its own. No row changes by that.
  func saveTheView() {
    let view = chat.viewContext
    view.perform { attempt { try view.save() } }
  }

  /// The app resets the view, perhaps with something in it that was not saved.
  func reset(forgetting isUnsaved: Bool = false) {
    let view = chat.viewContext
    view.perform { [self] in
      view.reset()
      if isUnsaved { states.removeLast() }
      attempt { try list.viewWasReset() }
      tapAfterReset()
    }
  }

  /// Which values the rows have now, a save that is not yet merged may decide; but they live.
  private func tapAfterReset() {
    let messages = list.rows.indices.map { list.message(at: $0) }
    if messages.contains(where: { $0?.managedObjectContext !== chat.viewContext }) {
      misstep = misstep ?? "dead"
    }
  }

  func lookSomeTime() {
    runtime.thread("finger") { self.chat.viewContext.perform { self.look() } }
  }

  /// What is about to be saved may be seen from then on.
  private func announce(_ room: Room, in context: NSManagedObjectContext) throws {
    states.append(try Self.state(of: room))
  }

  private static func state(of room: Room) throws -> [(message: Message, text: String)] {
    try room.managedObjectContext!.messages(of: room).map { ($0, $0.text) }
  }
}

// MARK: What is seen

extension RoomScreen {
  /// What it came to, seen once more when all is merged.
  func outcome() -> String {
    chat.viewContext.performAndWait { look(isOver: true) }
    return chat.violations.isEmpty ? misstep ?? "followed" : Outcome.violation.name
  }

  /// Looks at the table and taps on each row. The first misstep counts.
  private func look(isOver: Bool = false, orElse name: String? = nil) {
    guard misstep == nil else { return }
    let isOver = isOver || heard >= awaited && awaited > 0
    let rows = list.rows
    runtime.note("finger", "sees \(rows)")
    let seen = states.filter { $0.map(\.text) == rows }
    guard !seen.isEmpty else {
      misstep = isOfNamesake(rows) ? "namesake" : name ?? misstep(of: rows)
      return
    }
    guard !isOver || states.last!.map(\.text) == rows else {
      misstep = "behind"
      return
    }
    let missteps = (isOver ? [states.last!] : seen).map { tapOnEach($0.map(\.message.objectID)) }
    if !missteps.contains(nil) { misstep = missteps[0] }
  }

  /// Whether a message of the other room with the same name is there, and none of a third one.
  private func isOfNamesake(_ rows: [String]) -> Bool {
    rows.contains("Not for you") && !rows.contains("Dust")
  }

  /// What is wrong with rows that were never there.
  private func misstep(of rows: [String]) -> String {
    let known = Set(states.joined().map(\.text))
    if rows.contains(where: { !known.contains($0) }) { return "other-room" }
    let isPermuted = states.contains { $0.map(\.text).sorted() == rows.sorted() }
    return isPermuted ? "out-of-order" : "between"
  }

  private func tapOnEach(_ ids: [NSManagedObjectID]) -> String? {
    for (row, id) in ids.enumerated() {
      guard let message = list.message(at: row),
        message.managedObjectContext === chat.viewContext
      else { return "dead" }
      if message.objectID != id { return "other-message" }
    }
    return nil
  }
}
