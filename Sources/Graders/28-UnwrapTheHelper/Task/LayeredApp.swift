import CoreData
import Interleaving
import WorkbookKit

/// Screens of an app that ask the layer for everything.
final class LayeredApp: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let chat: ChatStack
  let helper: any HelpsTheScreens
  private let runtime: Runtime
  private let draft: NSManagedObjectContext
  private var jobs = 0
  private var told: [Int] = []
  private var misstep: String?

  /// With two rooms.
  init(_ runtime: Runtime, _ helper: any HelpsTheScreens, _ storage: ChatStack.Storage = .memory)
    throws
  {
    (self.runtime, self.helper) = (runtime, helper)
    let chat = try ChatStack(storage) { $0.storeCosts.save = .milliseconds(20) }
    self.chat = chat
    draft = chat.viewContext
    try chat.prepare {
      try chat.addRoom("Harbour")
      try chat.addRoom("Market")
    }
    chat.viewContext.automaticallyMergesChangesFromParent = true
    helper.start(chat.viewContext)
  }
}

// MARK: What the screens are made of

extension LayeredApp {
  /// Into a room that is looked up where it is written.
  func write(_ text: String, in name: String) throws {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    let context = helper.current
    guard let room = try context.fetch(request).first else { throw CocoaError(.coderValueNotFound) }
    let message = Message(context: context)
    (message.text, message.room) = (text, room)
  }

  static let tooLong = String(repeating: "x", count: Message.longestText + 1)

  /// What the screen shows of a room.
  private func shown(in name: String) -> [String] {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    let room = (try? helper.current.fetch(request))?.first
    return room?.messages.map(\.text) ?? []
  }
}

// MARK: What goes on

extension LayeredApp {
  /// A job beside main, and perhaps a look at its room when it is told.
  func job(
    _ text: String, in name: String, isRefused: Bool = false, andLook: Bool = false,
    inside: @escaping () throws -> Void = {}, then next: @escaping () -> Void = {}
  ) {
    let number = jobs
    jobs += 1
    helper.background(
      { [self] in
        if runtime.main.isCurrent { misstep = misstep ?? "on-main" }
        try write(text, in: name)
        try inside()
      },
      then: { [self] error in
        hear(error, number, isRefused: isRefused)
        if andLook, error == nil, runtime.main.isCurrent, !shown(in: name).contains(text) {
          misstep = misstep ?? "stale"
        }
        next()
      })
  }

  private func hear(_ error: (any Error)?, _ number: Int, isRefused: Bool) {
    runtime.note(ListenerFact.told)
    if told.contains(number) { misstep = misstep ?? "told-twice" }
    told.append(number)
    if !runtime.main.isCurrent { misstep = misstep ?? "off-main" }
    if (error != nil) != isRefused {
      misstep = misstep ?? (isRefused ? "error-swallowed" : "blamed")
    }
  }

  /// Waited for, where it is called.
  func wait(for text: String, in name: String, isRefused: Bool = false) {
    do {
      try helper.wait { [self] in try write(text, in: name) }
      if isRefused { misstep = misstep ?? "error-swallowed" }
    } catch {
      if !isRefused { misstep = misstep ?? "blamed" }
    }
  }

  /// The user types, and saves nothing.
  func type(_ text: String) { attempt { try write(text, in: "Market") } }
}

// MARK: What came of it

extension LayeredApp {
  /// What is wrong when all is over; nil if the store has these texts.
  func outcome(storing expected: [String], draft: String? = nil, mayStall: Bool = false) throws
    -> String?
  {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if let misstep { return misstep }
    if told.count < jobs { return "not-told" }
    if !mayStall, runtime.longestMainStall > Screen.frame { return "frozen" }
    let stored = try chat.storedTexts()
    if let draft {
      if stored.contains(draft) { return "draft-saved" }
      let pending = chat.viewContext.insertedObjects.compactMap { ($0 as? Message)?.text }
      if pending != [draft] { return "draft-gone" }
    }
    if stored.contains("half") { return "half" }
    return stored.sorted() == expected.sorted() ? nil : "lost"
  }
}
