import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A message as it is put into the store.
struct Entry {
  let text: String
  let position: Int
  var isRead = false
}

/// The screen with the overview, and what it was told to show.
final class OverviewScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let chat: ChatStack
  private let runtime: Runtime
  private let answer: any ListsRooms
  /// What the store has had, one after the other.
  private var states: [[RoomRow]] = []
  /// What it would have if the view saved.
  private var unsaved: Set<RoomRow> = []
  private var calls: [Call] = []
  private var isBroken = false

  /// One refresh, and what came of it.
  private struct Call {
    let state: Int
    let next: (() -> Void)?
    let began: Duration
    var shown: [(rows: [RoomRow], isOnMain: Bool)] = []
    var took = Duration.zero
  }

  init(_ runtime: Runtime, _ answer: any ListsRooms, _ chat: ChatStack) {
    (self.runtime, self.answer, self.chat) = (runtime, answer, chat)
  }

  /// Puts rooms in, with their messages, before the story begins.
  func fill(_ rooms: [(name: String, messages: [Entry])]) throws {
    let setup = chat.backgroundContext("start")
    try chat.prepare {
      try setup.performAndWait {
        for (name, messages) in rooms { setup.addRoom(name, messages) }
        try setup.save()
        states = [try setup.overview()]
      }
    }
  }

  /// Changes something in a context that is saved later; the store has it from then on.
  func make(
    in sync: NSManagedObjectContext, _ change: (NSManagedObjectContext) throws -> Void
  ) throws {
    try chat.prepare {
      try sync.performAndWait {
        try change(sync)
        let new = sync.insertedObjects.compactMap { $0 as? Room }
        try sync.obtainPermanentIDs(for: new)
        states.append(try sync.overview())
      }
    }
  }

  /// Changes something in the view that is never saved.
  func draft(_ change: (NSManagedObjectContext) throws -> Void) throws {
    try chat.prepare {
      try change(chat.viewContext)
      unsaved = Set(try chat.viewContext.overview())
    }
  }

  /// From now on nothing can be read.
  func takeTheStoreAway() throws {
    isBroken = true
    for store in chat.coordinator.persistentStores { try chat.coordinator.remove(store) }
  }

  /// The same at any moment: until then there are rows, and from then on there are none.
  func loseTheStoreSomeTime() {
    states.append([])
    let coordinator = chat.coordinator
    runtime.thread("disk") {
      attempt { for store in coordinator.persistentStores { try coordinator.remove(store) } }
    }
  }
}

// MARK: What goes on

extension OverviewScreen {
  /// The screen comes to the front. What it is told may be what the store has had since `state`;
  /// `next` happens in a turn of main of its own, when it was told.
  func refresh(since state: Int = 0, then next: (() -> Void)? = nil) {
    let number = calls.count
    calls.append(Call(state: state, next: next, began: runtime.now))
    answer.refresh(in: chat.viewContext) { [self] rows in show(rows, number) }
  }

  private func show(_ rows: [RoomRow], _ number: Int) {
    runtime.note(ListenerFact.told)
    let start = rows.prefix(4).map { "\($0.name) (\($0.unread)) \($0.newest ?? "-")" }
    runtime.note("overview", "shows \(rows.count) rooms: \(start.joined(separator: ", "))")
    calls[number].shown.append((rows, runtime.main.isCurrent))
    calls[number].took = runtime.now - calls[number].began
    if let next = calls[number].next, calls[number].shown.count == 1 { runtime.main.async(next) }
  }
}

// MARK: What came of it

extension OverviewScreen {
  /// What is wrong, when all is over.
  func misstep() throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    for call in calls {
      guard let shown = call.shown.first else { return "not-shown" }
      if !call.shown.allSatisfy(\.isOnMain) { return "off-main" }
      if call.shown.count > 1 { return "shown-twice" }
      if let misstep = misstep(in: shown.rows, since: call.state) { return misstep }
    }
    return nil
  }

  private func misstep(in rows: [RoomRow], since state: Int) -> String? {
    let right = isBroken ? [[]] : Array(states[state...])
    if right.contains(where: { Set($0) == Set(rows) && $0.count == rows.count }) {
      return rows.map(\.name) == rows.map(\.name).sorted() ? nil : "out-of-order"
    }
    if isBroken { return "not-empty" }
    if state > 0, rows.count == right[0].count, rows.allSatisfy(states.joined().contains) {
      return "stale"
    }
    if rows.contains(where: { unsaved.contains($0) && !Set(right[0]).contains($0) }) {
      return "draft-shown"
    }
    return right.count > 1 ? "mixed" : Self.misstep(in: rows, insteadOf: right[0])
  }

  /// Whether the view has its drafts still, and the store has not.
  func misstepWithDrafts() throws -> String? {
    let view = chat.viewContext
    let kept = try chat.stored { try $0.overview() }
    if Set(kept) != Set(states.last!) { return "draft-saved" }
    if try Set(view.overview()) != unsaved { return "draft-lost" }
    return nil
  }

  /// What the first refresh has cost.
  var took: Duration { calls[0].took }
}

extension OverviewScreen {
  /// What is wrong with rows, if these would be right.
  private static func misstep(in rows: [RoomRow], insteadOf right: [RoomRow]) -> String {
    let (shown, wanted) = (Set(rows.map(\.room)), Set(right.map(\.room)))
    if !shown.isSuperset(of: wanted) { return "room-missing" }
    if shown.count < rows.count || shown != wanted { return "other-room" }
    func differs<Value: Equatable>(_ part: (RoomRow) -> Value) -> Bool {
      rows.contains { row in !right.contains { $0.room == row.room && part($0) == part(row) } }
    }
    return differs(\.unread) ? "wrong-number" : differs(\.newest) ? "wrong-text" : "wrong-name"
  }
}

// MARK: What the store has

extension NSManagedObjectContext {
  @discardableResult
  func addRoom(_ name: String, _ messages: [Entry]) -> Room {
    let room = Room(context: self)
    room.name = name
    for entry in messages { add(entry, to: room) }
    return room
  }

  func add(_ entry: Entry, to room: Room) {
    let message = Message(context: self)
    (message.text, message.position, message.isRead) = (entry.text, entry.position, entry.isRead)
    message.room = room
  }

  /// The first room of this name.
  func room(_ name: String) throws -> Room {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try fetch(request)[0]
  }

  fileprivate func overview() throws -> [RoomRow] {
    try fetch(NSFetchRequest<Room>(entityName: "Room")).map { room in
      RoomRow(
        room: room.objectID, name: room.name, unread: room.messages.count { !$0.isRead },
        newest: room.messages.max { $0.position < $1.position }?.text)
    }
  }
}

extension Room {
  func message(at position: Int) -> Message { messages.first { $0.position == position }! }
}
