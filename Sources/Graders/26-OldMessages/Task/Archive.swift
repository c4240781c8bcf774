import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A message as it is put into the store; one that was not sent yet has no day.
struct Entry {
  let text: String
  let day: Int?

  init(_ text: String, day: Int?) { (self.text, self.day) = (text, day) }

  var date: Date? { day.map(Self.date) }

  /// What is sent before this is old.
  static let limit = date(10)

  private static func date(_ day: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
  }
}

/// The app with its rooms on the screen, and what it was told.
final class Archive: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let chat: ChatStack
  private let runtime: Runtime
  private let answer: any ClearsOldMessages
  /// All that was ever saved, by text; each text is there once.
  private var saved: [String: Entry] = [:]
  private var roomsThatStay = 0
  /// What the screen has in hand.
  private var rooms: [Room] = []
  private var messages: [(message: Message, text: String, isOld: Bool)] = []
  private var calls: [Call] = []

  private struct Call {
    let began: Duration
    var told: [Int] = []
    var isOnMain = true
    var took = Duration.zero
    /// An old message that the view still had when it was told.
    var ghost: String?
  }

  init(_ runtime: Runtime, _ answer: any ClearsOldMessages, _ chat: ChatStack) {
    (self.runtime, self.answer, self.chat) = (runtime, answer, chat)
  }

  /// Puts rooms in, with their messages, before the story begins, and shows them.
  func fill(_ contents: [(name: String, messages: [Entry])], showing shown: Int = .max) throws {
    let setup = chat.backgroundContext("start")
    try chat.prepare {
      try setup.performAndWait {
        for (name, entries) in contents {
          let room = Room(context: setup)
          room.name = name
          for entry in entries { setup.add(entry, to: room) }
        }
        try setup.save()
      }
      roomsThatStay = contents.count
      for entry in contents.flatMap(\.messages) { saved[entry.text] = entry }
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
      rooms = try chat.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
      for message in try chat.viewContext.fetch(request).prefix(shown) {
        messages.append((message, message.text, message.sentAt.map { $0 < Entry.limit } ?? false))
      }
      if shown == .max { for room in rooms { _ = room.messages.count } }
    }
  }

  /// Saves a message in a context of a sync; the store may have it from then on.
  func sync(_ entries: [Entry]) throws {
    let sync = chat.backgroundContext("sync")
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    for entry in entries { saved[entry.text] = entry }
    sync.perform {
      attempt {
        let room = try sync.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
        for entry in entries { sync.add(entry, to: room) }
        try sync.save()
      }
    }
  }

  func message(_ text: String) -> Message { messages.first { $0.text == text }!.message }
  func room(_ name: String) -> Room { rooms.first { $0.name == name }! }

  func takeTheStoreAway() throws {
    for store in chat.coordinator.persistentStores { try chat.coordinator.remove(store) }
  }
}

// MARK: What goes on

extension Archive {
  func clear() {
    let number = calls.count
    calls.append(Call(began: runtime.now))
    answer.clear(before: Entry.limit, in: chat.viewContext) { [self] count in
      told(count, number)
    }
  }

  /// The user scrolls, and the view gets what it did not have.
  func scroll() throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    let known = Set(messages.map(\.message.objectID))
    for message in try chat.viewContext.fetch(request) where !known.contains(message.objectID) {
      let isOld = message.sentAt.map { $0 < Entry.limit } ?? false
      messages.append((message, message.text, isOld))
    }
  }

  private func told(_ count: Int, _ number: Int) {
    runtime.note(ListenerFact.told)
    runtime.note("screen", "is told that \(count) are gone")
    calls[number].told.append(count)
    calls[number].took = runtime.now - calls[number].began
    calls[number].isOnMain = runtime.main.isCurrent
    guard runtime.main.isCurrent else { return }
    // Who has deleted nothing has nothing to show; another call may be about to.
    if count > 0 { Runtime.current.untraced { calls[number].ghost = ghost() } }
    if let text = calls[number].ghost { runtime.note("screen", "still shows \"\(text)\"") }
  }

  /// An old message that the screen would still show.
  private func ghost() -> String? {
    let listed = rooms.filter { !$0.isFault }.flatMap(\.messages)
    return messages.first { message, _, isOld in
      let isAlive = !message.isDeleted && message.managedObjectContext != nil
      return isOld && (isAlive || listed.contains(message))
    }?.text
  }
}

// MARK: What came of it

extension Archive {
  /// What is wrong, when all is over.
  func misstep(isBroken: Bool = false) throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    for call in calls {
      if call.told.isEmpty { return "not-told" }
      if !call.isOnMain { return "off-main" }
      if call.told.count > 1 { return "told-twice" }
    }
    let total = calls.reduce(0) { $0 + $1.told[0] }
    if isBroken { return total == 0 ? nil : "wrong-number" }
    let (texts, rooms) = try chat.stored { context in
      (
        Set(try context.fetch(NSFetchRequest<Message>(entityName: "Message")).map(\.text)),
        try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
      )
    }
    if rooms != roomsThatStay { return "room-gone" }
    for (text, entry) in saved where !texts.contains(text) {
      guard let date = entry.date, date < Entry.limit else { return "too-many" }
    }
    if messages.contains(where: { $0.isOld && texts.contains($0.text) }) { return "kept" }
    if calls.contains(where: { $0.ghost != nil }) { return "ghost" }
    return total == saved.keys.count { !texts.contains($0) } ? nil : "wrong-number"
  }

  var took: Duration { calls[0].took }
}

extension NSManagedObjectContext {
  func add(_ entry: Entry, to room: Room) {
    let message = Message(context: self)
    (message.text, message.sentAt) = (entry.text, entry.date)
    message.room = room
  }
}
