import CoreData
import Interleaving
import WorkbookKit

/// One window of the app, with two rooms on its screen, and what its saver has told it.
final class SavingWindow: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let chat: ChatStack
  private let runtime: Runtime
  private let harbour: Room
  private let market: Room
  private var saver: (any RecordSaver)?
  private var asked = 0
  private var told: [Int] = []
  private var misstep: String?
  /// Whether an error was told of a save that may meet another one.
  private(set) var wasRefused = false

  /// With a message in Harbour.
  init(_ runtime: Runtime, _ storage: ChatStack.Storage = .memory) throws {
    self.runtime = runtime
    let chat = try ChatStack(storage) { $0.storeCosts.save = .milliseconds(20) }
    self.chat = chat
    var rooms: [Room] = []
    try chat.prepare {
      let ids = [try chat.addRoom("Harbour", messages: ["Ahoy"]), try chat.addRoom("Market")]
      rooms = try ids.map { try chat.viewContext.existingObject(with: $0) as! Room }
      // They are on the screen.
      for room in rooms { _ = (room.topic, room.messages.map(\.text)) }
    }
    (harbour, market) = (rooms[0], rooms[1])
  }

  func open(_ answer: any SavesWithCompletion) { saver = answer.open(chat.viewContext) }
}

/// What a save is to do in the room of that name, and what the screen shows when that is done.
struct Change: @unchecked Sendable {
  // @unchecked Sendable because its blocks have no state.
  let make: (Room, NSManagedObjectContext) throws -> Void
  let isShown: (Room) -> Bool
  var isRefused = false
  /// Whether it may be refused.
  var isBesideAnother = false

  /// The screen may show what a later save has put behind it.
  static func append(_ letter: String, besideAnother isBeside: Bool = false) -> Change {
    Change(
      make: { room, _ in room.topic += letter }, isShown: { $0.topic.contains(letter) },
      isBesideAnother: isBeside)
  }

  static let write = Change(
    make: { room, context in
      let message = Message(context: context)
      (message.text, message.room) = ("Aye", room)
    }, isShown: { $0.messages.map(\.text).sorted() == ["Ahoy", "Aye"] })

  static let remove = Change(
    make: { room, context in room.messages.forEach(context.delete) },
    isShown: { $0.messages.isEmpty })

  static let onlyLook = Change(make: { room, _ in _ = room.name }, isShown: { _ in true })

  /// A message that no save takes, behind a topic that one would take.
  static let writeTooMuch = Change(
    make: { room, context in
      room.topic += "bad"
      let message = Message(context: context)
      message.text = String(repeating: "x", count: Message.longestText + 1)
    }, isShown: { _ in true }, isRefused: true)

  /// Gives up in the middle.
  static let giveUp = Change(
    make: { room, _ in
      room.topic += "bad"
      throw CocoaError(.userCancelled)
    }, isShown: { _ in true }, isRefused: true)
}

// MARK: What goes on

extension SavingWindow {
  /// The user taps Save, in a turn of main; `next` is done when the window is told of the end.
  func save(_ change: Change, then next: @escaping () -> Void = {}) {
    let number = asked
    asked += 1
    saver?.save(
      { [self] context in
        if runtime.main.isCurrent { misstep = misstep ?? "on-main" }
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate(format: "name == %@", "Harbour")
        try change.make(try context.fetch(request)[0], context)
      },
      then: { [self] error in
        hear(error, of: change, number)
        next()
      })
  }

  /// Another part of the app changes the topic, too, and gives way if this window was first.
  func syncTopic(_ letter: String) {
    let sync = chat.backgroundContext("sync")
    let id = harbour.objectID
    runtime.thread("sync") {
      sync.performAndWait {
        attempt { (try sync.existingObject(with: id) as! Room).topic += letter }
        try? sync.save()
      }
    }
  }

  /// The window lets go of its saver. Its objects are still there to be looked at.
  func close() { saver = nil }

  /// The user has typed something for Market, and not tapped Save.
  func typeDraft() { market.topic = "draft" }

  private func hear(_ error: (any Error)?, of change: Change, _ number: Int) {
    runtime.note(ListenerFact.told)
    if told.contains(number) { misstep = misstep ?? "told-twice" }
    told.append(number)
    if !runtime.main.isCurrent {
      misstep = misstep ?? "off-main"
    } else if change.isBesideAnother, error != nil {
      wasRefused = true
    } else if change.isRefused != (error != nil) {
      misstep = misstep ?? (error == nil ? "unblamed" : "blamed")
    } else if harbour.managedObjectContext == nil {
      misstep = misstep ?? "objects-gone"
    } else if error == nil, !change.isShown(harbour) {
      misstep = misstep ?? "stale"
    }
  }
}

// MARK: What came of it

extension SavingWindow {
  /// What is wrong when all is over; nil if Harbour has this topic and these messages.
  func outcome(topic: String = "", messages: [String] = ["Ahoy"]) throws -> String? {
    try outcome(messages: messages) { $0 == topic }
  }

  func outcome(
    messages: [String] = ["Ahoy"], where isRight: (_ topic: String) -> Bool
  ) throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if let misstep { return misstep }
    if told.count < asked { return "not-told" }
    if told != told.sorted() { return "out-of-order" }
    if runtime.longestMainStall > Screen.frame { return "frozen" }
    let stored = try chat.stored { context in
      try context.fetch(NSFetchRequest<Room>(entityName: "Room")).map {
        (name: $0.name, topic: $0.topic, messages: $0.messages.map(\.text).sorted())
      }
    }
    if stored.contains(where: { $0.topic.contains("bad") }) { return "half" }
    if stored.contains(where: { $0.topic == "draft" }) { return "draft" }
    let harbour = stored.first { $0.name == "Harbour" }!
    return isRight(harbour.topic) && harbour.messages == messages ? nil : "lost"
  }

  /// Whether what was typed, and not saved, is still on the screen.
  var hasDraft: Bool {
    market.managedObjectContext != nil && market.topic == "draft" && market.hasChanges
  }
}
