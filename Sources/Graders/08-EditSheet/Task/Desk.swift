import CoreData
import Interleaving
import WorkbookKit

/// A view context with a room, a sheet that edits the room, and somebody who writes a message.
final class Desk: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  /// `close` was called.
  struct Close {
    let isOnMain: Bool
    let hasError: Bool
    let hasSent: Bool
    let storedNames: [String]
  }

  /// Another room, which is not edited. It comes first, in the list and in the store.
  private static let decoy = "Another room"

  let chat: ChatStack
  private let runtime: Runtime
  private let room: Room
  private var actions: EditActions?
  private var isEnding = false
  private var isAboutTopic = false
  private var hasSent = false
  private var seen: Set<String> = []
  private var closes: [Close] = []

  convenience init(_ runtime: Runtime) throws {
    let chat = try ChatStack()
    try chat.addRoom(Self.decoy)
    try self.init(runtime, room: "General", in: chat)
  }

  init(_ runtime: Runtime, room name: String, in chat: ChatStack) throws {
    self.runtime = runtime
    self.chat = chat
    room = try chat.viewContext.existingObject(with: chat.addRoom(name)) as! Room
  }

  func open(by answer: any EditsRooms) {
    actions = answer.edit(room) { error in
      self.runtime.note(ListenerFact.told)
      self.closes.append(
        Close(
          isOnMain: self.runtime.main.isCurrent, hasError: error != nil, hasSent: self.hasSent,
          storedNames: (try? self.storedNames()) ?? []))
    }
  }

  /// Types into the sheet, some time later.
  func type(_ name: String) {
    runtime.main.async { self.actions?.changed(name) }
  }

  /// Leaves the sheet, some time later.
  func tap(_ button: @escaping (EditActions) -> Void) {
    runtime.main.asyncUnchecked {
      self.isEnding = true
      if let actions = self.actions { button(actions) }
    }
  }

  /// Writes a message in the view context, or another topic for the very room that is edited, and
  /// saves it some time later.
  func startMessenger(onTopic: Bool = false) {
    let view = chat.viewContext
    isAboutTopic = onTopic
    runtime.thread("messenger") {
      self.runtime.main.async {
        if onTopic {
          self.room.topic = "Lunch?"
        } else {
          let message = Message(context: view)
          message.text = "Lunch?"
        }
        self.lookAround()
      }
      self.runtime.main.async {
        self.send()
        self.hasSent = true
        self.lookAround()
      }
    }
  }

  /// Where the store has a newer row, it goes below what was written here.
  private func send() {
    let view = chat.viewContext
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try? view.save()
    }
  }

  /// As long as nothing was tapped, no name but the old one may be seen.
  private func lookAround() {
    if isEnding { return }
    seen.insert(room.name)
    seen.formUnion((try? storedNames()) ?? [])
  }

  /// What the room is called in the store; both names where the other one was touched.
  func storedNames() throws -> [String] {
    let names = try chat.storedRoomNames()
    return names.contains(Self.decoy) ? names.filter { $0 != Self.decoy } : names
  }

  /// As if the disk had been pulled out.
  func loseTheStore() {
    attempt { try chat.coordinator.remove(chat.coordinator.persistentStores[0]) }
  }

  private func isDraftStored() throws -> Bool {
    guard isAboutTopic else { return try chat.storedTexts() == ["Lunch?"] }
    return try chat.stored { look in
      try (look.existingObject(with: room.objectID) as? Room)?.topic == "Lunch?"
    }
  }

  func renameInTheStore() throws {
    let (admin, roomID) = (chat.backgroundContext("admin"), room.objectID)
    try admin.performAndWait {
      let room = try admin.existingObject(with: roomID) as! Room
      room.name = "Theirs"
      try admin.save()
    }
  }
}

// MARK: What it all came to

extension Desk {
  var close: Close? { closes.first }

  /// When the sheet was closed, seen from the message.
  var order: String { close?.hasSent == true ? "sent-first" : "closed-first" }

  var callMisstep: String? {
    if !chat.violations.isEmpty { return "violation" }
    if closes.count > 1 { return "closed-twice" }
    return closes.allSatisfy(\.isOnMain) ? nil : "off-main"
  }

  /// What is wrong, in whatever order things happened.
  func misstep(expecting name: String) throws -> String? {
    if let callMisstep { return callMisstep }
    if !seen.isSubset(of: ["General"]) { return "half-typed" }
    guard let close else { return "left-open" }
    // A save beside the view may meet the other topic, and says so.
    if close.hasError { return isAboutTopic ? "refused" : "gave-up" }
    if try !isDraftStored() { return "draft-lost" }
    if close.storedNames.count > 1 { return "other-room" }
    if close.storedNames != [name] {
      return name == "General" ? "half-typed" : "not-stored"
    }
    if try storedNames() != [name] { return "half-typed" }
    if shownName == name { return nil }
    return name == "General" ? "half-typed" : "list-stale"
  }

  /// What the list shows, which asks the view context.
  private var shownName: String { room.managedObjectContext == nil ? "" : room.name }
}
