import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A screen in which the topic of a room is typed, in an app that the system may end at any moment.
///
/// Its view context saves into a writer, and the writer into the store.
final class TopicEditor: @unchecked Sendable {
  // @unchecked Sendable because the lock guards what the system knows, and main alone types.

  /// When an app may think of saving.
  enum Moment { case types, pauses, leaves }

  let view: NSManagedObjectContext
  let writer: NSManagedObjectContext
  private let runtime: Runtime
  private let chat: ChatStack
  private let screen: Screen
  /// The one that is on the screen.
  private let room: Room
  private let phone: Lock

  // What the system knows.
  private var typed = ""
  /// What had been typed before the last pause, or before the user left.
  private var settled = ""
  private var hasLeft = false
  private var isSaving = false
  private var needsTime = false
  private var isDue = false
  private var foundAtTheEnd: String?

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    screen = Screen(runtime)
    phone = runtime.lock("phone")
    chat = try ChatStack(.sqlite) { $0.storeCosts.save = .milliseconds(20) }
    try chat.addRoom("Harbour")
    writer = chat.backgroundContext("writer")
    view = NSManagedObjectContext(.mainQueue)
    view.parent = writer
    view.name = "view"
    let view = view
    room = try view.performAndWait {
      try view.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
    }
    watchTheFile()
  }

  /// SQLite locks the file while the writer saves.
  private func watchTheFile() {
    for (name, isSaving) in [
      (Notification.Name.NSManagedObjectContextWillSave, true),
      (.NSManagedObjectContextDidSave, false),
    ] {
      let observer = NotificationCenter.default.addObserver(
        forName: name, object: writer, queue: nil
      ) { [unowned self] _ in phone.withLock { self.isSaving = isSaving } }
      runtime.atEnd { NotificationCenter.default.removeObserver(observer) }
    }
  }

  // MARK: The user

  /// The user types two letters, makes a pause, types a third one and leaves, and the system ends
  /// the app some time. `app` is what the app does about saving at each of these moments.
  func isUsed(_ app: @escaping (Moment) throws -> Void) {
    for letter in ["T", "i"] { types(letter, app) }
    turn("makes a pause") { [self] in
      try app(.pauses)
      // A pause is longer than a save.
      writer.performAndWait {}
      phone.withLock { settled = typed }
    }
    types("d", app)
    turn("leaves") { [self] in
      try app(.leaves)
      phone.withLock { (settled, hasLeft) = (typed, true) }
    }
    runtime.thread("system") { [self] in phone.withLock { endOrWait() } }
  }

  private func types(_ letter: String, _ app: @escaping (Moment) throws -> Void) {
    turn("types \(letter)") { [self] in
      try screen.turn {
        room.topic += letter
        phone.withLock { typed = room.topic }
        try app(.types)
      }
    }
  }

  /// A turn of main, if there is still an app.
  private func turn(_ words: String, _ work: @escaping () throws -> Void) {
    view.perform { [self] in
      if phone.withLock({ foundAtTheEnd != nil }) { return }
      runtime.note("user", words)
      attempt(work)
    }
  }

  // MARK: The system

  /// From now on the system does not end the app once its user has left, as after
  /// `beginBackgroundTask`.
  func asksForTime() { phone.withLock { needsTime = true } }

  /// As `endBackgroundTask`.
  func needsNoTime() {
    phone.withLock {
      needsTime = false
      if isDue { endOrWait() }
    }
  }

  private func endOrWait() {
    isDue = hasLeft && needsTime
    if isDue { return }
    runtime.note("system", "ends the app")
    let stored = chat.stored { context in
      (try? context.fetch(NSFetchRequest<Room>(entityName: "Room")))?.first?.topic ?? ""
    }
    foundAtTheEnd =
      hasLeft && isSaving
      ? "locked" : stored == typed ? "kept" : stored.hasPrefix(settled) ? "last" : "lost"
  }

  var ending: String { screen.isSmooth ? foundAtTheEnd ?? "kept" : "noticed" }
}
