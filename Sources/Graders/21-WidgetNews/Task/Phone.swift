import CoreData
import Interleaving
import WorkbookKit

/// A phone with the app and its widget, which have one file and a coordinator each.
final class Phone: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  let memory: Memory
  let view: NSManagedObjectContext
  let room: Room
  private let database = SharedDatabase()
  private let app: ChatStack
  private let widget: ChatStack
  private let widgetContext: NSManagedObjectContext
  private let imports: NSManagedObjectContext
  private let notices: SerialQueue
  private let runtime: Runtime
  private var answers: [any FollowsTheWidget] = []
  private var lives: [(app: ChatStack, memory: Memory, room: Room)] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    let setup = try ChatStack(.shared(database))
    try setup.addRoom("Harbour")
    let database = database
    app = try ChatStack(.shared(database), named: "app")
    widget = try ChatStack(.shared(database), named: "widget")
    var token: NSPersistentHistoryToken?
    runtime.untraced { token = setup.coordinator.currentPersistentHistoryToken(fromStores: nil) }
    memory = Memory(runtime, token)
    notices = runtime.queue("notices")
    view = app.viewContext
    view.transactionAuthor = "app"
    widgetContext = widget.backgroundContext("widget")
    widgetContext.transactionAuthor = "widget"
    imports = app.backgroundContext("imports")
    imports.transactionAuthor = "app"
    room = try Self.shownRoom(in: app)
    lives = [(app, memory, room)]
  }

  private static func shownRoom(in app: ChatStack) throws -> Room {
    var room: Room?
    try app.prepare {
      room = try app.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
      _ = room?.name
    }
    return room!
  }

  func launch(_ answer: any FollowsTheWidget) {
    answers.append(answer)
    answer.start(view, memory)
  }

  /// The process ends, whatever it is at, and the app is launched anew.
  func killAndLaunch(_ answer: any FollowsTheWidget) {
    memory.kill()
    let next = Memory(runtime, memory.kept)
    // No call comes meanwhile: each one is for those that have started.
    notices.asyncUnchecked { [self] in
      runtime.main.sync {
        attempt {
          let app = try ChatStack(.shared(database), named: "app again")
          app.viewContext.transactionAuthor = "app"
          app.viewContext.name = "new view"
          lives.append((app, next, try Self.shownRoom(in: app)))
          answer.start(app.viewContext, next)
        }
      }
      answers.append(answer)
    }
  }
}

/// What the app keeps and tells.
final class Memory: AppMemory, @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private(set) var told: [String] = []
  private(set) var wasToldOffMain = false
  private(set) var kept: NSPersistentHistoryToken?
  /// Happens once, when a token is kept.
  var onKeeping: (() -> Void)?
  private var isAlive = true
  private let runtime: Runtime
  private let disk: Lock

  init(_ runtime: Runtime, _ token: NSPersistentHistoryToken?) {
    self.runtime = runtime
    kept = token
    disk = runtime.lock("disk")
  }

  var token: NSPersistentHistoryToken? {
    get { disk.withLock { kept } }
    set {
      let next = disk.withLock { () -> (() -> Void)? in
        guard isAlive else { return nil }
        kept = newValue
        defer { onKeeping = nil }
        return onKeeping
      }
      next?()
    }
  }

  func tell(_ text: String) {
    disk.withLock {
      guard isAlive else { return }
      runtime.note("banner", "tells '\(text)'")
      told.append(text)
      if !runtime.main.isCurrent { wasToldOffMain = true }
    }
  }

  /// From now on nothing is kept or told.
  func kill() { disk.withLock { isAlive = false } }
}

// MARK: What goes on

extension Phone {
  /// The widget changes something and saves; `isTold` if the app is called.
  func widgetSaves(
    isTold: Bool = true, _ change: @escaping (NSManagedObjectContext) throws -> Void
  ) {
    widgetContext.perform { [self] in
      attempt {
        try change(widgetContext)
        try widgetContext.save()
        if isTold { callTheApp() }
      }
    }
  }

  /// Before the story begins.
  func widgetHasSent(_ text: String) throws {
    try widget.prepare { try send(text, in: widgetContext) }
  }

  /// The same by the app itself.
  func appHasSent(_ text: String) throws {
    try app.prepare { try send(text, in: imports) }
  }

  private func send(_ text: String, in context: NSManagedObjectContext) throws {
    try context.performAndWait {
      context.send(text)
      try context.save()
    }
  }

  /// Something is imported by the app itself.
  func appSends(_ text: String) {
    imports.perform { [self] in
      attempt {
        Message(context: imports).text = text
        try imports.save()
        callTheApp()
      }
    }
  }

  /// Only the last transaction stays.
  func widgetForgets() {
    widgetContext.perform { [self] in
      attempt {
        let newest = widget.coordinator.currentPersistentHistoryToken(fromStores: nil)
        try widgetContext.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: newest))
        callTheApp()
      }
    }
  }

  private func callTheApp() {
    notices.async { [self] in for answer in answers { answer.fileWasWritten() } }
  }
}

extension NSManagedObjectContext {
  func send(_ text: String) { Message(context: self).text = text }

  func rename(_ name: String) throws {
    try fetch(NSFetchRequest<Room>(entityName: "Room"))[0].name = name
  }
}

// MARK: What came of it

extension Phone {
  /// What is wrong, if the widget has sent these messages; `once` if no process was ended.
  func misstep(told expected: [String], name: String = "Harbour", once: Bool = true) -> String? {
    let told = lives.flatMap(\.memory.told)
    if lives.contains(where: { !$0.app.violations.isEmpty }) { return Outcome.violation.name }
    if lives.contains(where: \.memory.wasToldOffMain) { return "off-main" }
    if told.contains("Mine") { return "own" }
    func count(_ text: String, in texts: [String]) -> Int { texts.count { $0 == text } }
    if expected.contains(where: { count($0, in: told) < count($0, in: expected) }) {
      return "not-told"
    }
    if once {
      if told.contains(where: { count($0, in: told) > max(1, count($0, in: expected)) }) {
        return "twice"
      }
      if told.filter(expected.contains) != expected { return "out-of-order" }
    }
    return lives.last!.room.managedObjectContext == nil || lives.last!.room.name != name
      ? "old" : nil
  }

  /// What was typed in the view, and not saved, is to be as it was.
  func misstepWithDraft() throws -> String? {
    let stored = try widget.stored {
      try $0.fetch(NSFetchRequest<Room>(entityName: "Room"))[0].topic
    }
    if stored == "draft" { return "draft-saved" }
    return room.managedObjectContext != nil && room.topic == "draft" ? nil : "draft-gone"
  }
}
