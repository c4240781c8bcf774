import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// An app and its widget on one file. Each has a coordinator of its own, as each process has.
struct SharedChat {
  let app: ChatStack
  let widget: ChatStack
  /// What the app has read of the history when the story begins.
  let token: NSPersistentHistoryToken?
  private var meetingPlace: URL?

  /// For an app and a widget that are processes of their own in a live run.
  init(_ runtime: Runtime) throws {
    let folder = try SecondProcess.meetingPlace(of: runtime)
    try self.init(SharedDatabase("chat.sqlite", in: folder))
    meetingPlace = folder
  }

  /// With a room in the file, which the app's list shows.
  init(_ database: SharedDatabase = SharedDatabase()) throws {
    // Before the app is there to be told of it.
    let setup = try ChatStack(.shared(database))
    if SecondProcess.folder == nil { try setup.addRoom("Harbour") }
    app = try ChatStack(.shared(database, isTold: true), named: "app")
    widget = try ChatStack(.shared(database), named: "widget")
    var token: NSPersistentHistoryToken?
    Runtime.current.untraced {
      token = setup.coordinator.currentPersistentHistoryToken(fromStores: nil)
    }
    self.token = token
  }

  /// Controlled, the widget is what it is everywhere here: a coordinator of its own. Live, it is a
  /// process of its own, and this waits for its end.
  func inTheWidget(_ work: @escaping (NSManagedObjectContext) throws -> Void) throws {
    let context = widget.backgroundContext("widget")
    if SecondProcess.folder != nil {
      SecondProcess.end { try context.performAndWait { try work(context) } }
    }
    if let folder = meetingPlace {
      try SecondProcess.run(in: folder)
    } else {
      context.perform { attempt { try work(context) } }
    }
  }

  /// The name that the app's screen shows.
  func shown(_ room: Room) -> String { app.viewContext.performAndWait { room.name } }

  /// Merges the transactions of others and tells a banner of them, from now on.
  func tellOfNews(
    _ isNews: @escaping (NSPersistentHistoryTransaction) -> Bool
  ) -> Banner {
    let view = app.viewContext
    var token = token
    let banner = Banner()
    whenStoreChanges {
      view.perform {
        attempt {
          for transaction in try view.history(after: token) {
            token = transaction.token
            guard isNews(transaction) else { continue }
            view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            try banner.tell(of: transaction, in: view)
          }
        }
      }
    }
    return banner
  }

  /// Calls `heard` when the app is told that the file was written to, until the run is over. As
  /// everywhere, that happens on no queue of the app's.
  func whenStoreChanges(_ heard: @escaping () -> Void) {
    let (ear, runtime) = (Ear(heard: heard), Runtime.current)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: app.coordinator, queue: nil
    ) { _ in ear.heard() }
    runtime.atEnd { NotificationCenter.default.removeObserver(observer) }
  }
}

/// Carries a block past the centre, which wants it to be `@Sendable`.
private struct Ear: @unchecked Sendable {
  // @unchecked Sendable because the block is what the chapter is about: code that runs on whatever
  // thread brings the news. What it touches there, the checker watches.
  let heard: () -> Void
}

extension NSManagedObjectContext {
  /// The transactions after a token, oldest first. To be called on this context's queue.
  func history(
    after token: NSPersistentHistoryToken?
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  /// The only room there is.
  func onlyRoom() throws -> Room { try fetch(NSFetchRequest<Room>(entityName: "Room"))[0] }

  /// Renames the room and saves, as the widget's button does.
  func renameRoom(_ name: String) throws {
    try onlyRoom().name = name
    try save()
  }

  /// Writes a message and saves.
  func send(_ text: String) throws {
    Message(context: self).text = text
    try save()
  }
}

/// A token as the app keeps it from one notification to the next. It is told without the UUID of
/// its store, which is another one in each run.
struct KeptToken: CustomStringConvertible {
  var token: NSPersistentHistoryToken?
  var description: String { "a place in the history" }

  init(_ token: NSPersistentHistoryToken?) { self.token = token }
}
