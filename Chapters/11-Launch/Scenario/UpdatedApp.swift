import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The chat client at its first launch after an update: its store is a file that the version
/// before has written, so that opening it is a migration.
///
/// Opening takes 30 seconds: each of its three rows stands for a million.
final class UpdatedApp: @unchecked Sendable {
  // @unchecked Sendable because what the screen shows is used on main only.

  /// Not loaded yet; in an app a property of the app itself.
  let container: NSPersistentContainer
  private let runtime: Runtime
  private let folder: RunFolder
  private var shown: [String]?

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    folder = try RunFolder(in: runtime)
    let file = folder.file("chat.sqlite")
    try runtime.untraced { try OtherVersion.last.write(rooms: ["Harbour"], to: file) }
    container = ChatContainer(for: file)
    container.viewContext.name = "view"
  }

  var view: NSManagedObjectContext { container.viewContext }

  /// What the screen asks for; nil where the store cannot be asked.
  func fetchRooms() -> [String]? {
    do {
      return try view.fetch(NSFetchRequest<Room>(entityName: "Room")).map(\.name)
    } catch {
      runtime.note("screen", "cannot fetch: there is no store")
      return nil
    }
  }

  /// Draws the screen.
  func show(_ rooms: [String]) { shown = rooms }

  /// The screen for a store that cannot be opened.
  func showTrouble() { runtime.note("screen", "says that the rooms cannot be opened") }

  var ending: String {
    if runtime.longestMainStall > LaunchWatchdog.usualLimit { return "killed" }
    return switch shown {
    case nil: "waiting"
    case ["Harbour"]?: "rooms"
    default: "no-rooms"
    }
  }
}

extension Outcome {
  /// How a launch of this app can end.
  static let launches = [
    allowed("rooms", "The screen shows the rooms, and main was free all the time."),
    forbidden("no-rooms", "The screen shows no rooms, and the store has one."),
    forbidden("waiting", "The screen was never told that the store is open."),
    forbidden(
      "killed", "Main was away for more than 20 seconds: the system has ended the app."),
  ]
}

/// Blocks that need the store wait here until it is open. Lives on main.
final class StoreGate {
  private var waiting: [() -> Void]? = []

  /// At once if the store is open, else when it is.
  func whenOpen(_ block: @escaping () -> Void) {
    if waiting == nil { block() } else { waiting?.append(block) }
  }

  func open() {
    let blocks = waiting ?? []
    waiting = nil
    for block in blocks { block() }
  }
}
