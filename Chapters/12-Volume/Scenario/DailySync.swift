import CoreData
import Interleaving
import WorkbookKit

/// A sync that runs once a day in an app that is never closed.
final class DailySync: @unchecked Sendable {
  // @unchecked Sendable because all but the end of a run happens on the queue of one context.
  static let days = 3
  static let messagesADay = 20

  let chat: ChatStack
  private let runtime: Runtime
  private var mostObjects = 0

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    try chat.addRoom("Harbour")
  }

  /// What the server has for a day: long messages.
  static func texts(of day: Int) -> [String] {
    (1...messagesADay).map { "Day \(day), \($0): " + String(repeating: "x", count: 900) }
  }

  /// Runs `work` once a day, as a timer does.
  func everyDay(_ work: @escaping (_ day: Int) throws -> Void) {
    runtime.uncheckedThread("timer") { for day in 1...Self.days { attempt { try work(day) } } }
  }

  /// Counts the objects that the context holds now, and the text in them.
  func look(at context: NSManagedObjectContext, after day: Int) {
    let held = context.registeredObjects.filter { !$0.isFault }
    let bytes = held.compactMap { ($0 as? Message)?.text.utf8.count }.reduce(0, +)
    mostObjects = max(mostObjects, held.count)
    runtime.note("sync", "day \(day): holds \(held.count) objects with \(bytes) bytes of text")
  }

  /// How it ended.
  func judged() throws -> String {
    let stored = try chat.storedTexts().count
    if stored < Self.days * Self.messagesADay { return "lost" }
    return mostObjects > Self.messagesADay + 1 ? "growing" : "steady"
  }
}

extension NSManagedObjectContext {
  /// Brings the messages of a day into the only room there is, and counts them.
  func insertDay(_ day: Int) throws {
    try insertDay(day, into: fetch(NSFetchRequest<Room>(entityName: "Room"))[0])
  }

  func insertDay(_ day: Int, into room: Room) throws {
    for text in DailySync.texts(of: day) {
      let message = Message(context: self)
      message.text = text
      message.room = room
    }
    room.messageCount = room.messages.count
  }
}
