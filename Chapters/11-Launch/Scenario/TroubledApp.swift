import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The chat client at a launch at which its store does not open, and at the next one, when the
/// trouble is over, if it is of the kind that passes.
final class TroubledApp {
  private let trouble: Trouble
  private let runtime: Runtime
  private let folder: RunFolder
  private let file: URL
  private var container: NSPersistentContainer
  private var widget: NSPersistentContainer?

  init(_ trouble: Trouble, _ runtime: Runtime) throws {
    (self.trouble, self.runtime) = (trouble, runtime)
    folder = try RunFolder(in: runtime)
    file = folder.file("chat.sqlite")
    container = ChatContainer(for: file)
    try runtime.untraced { try prepare() }
  }

  private func prepare() throws {
    let version = trouble == .newer ? OtherVersion.next : .last
    try version.write(rooms: ["Harbour"], to: file)
    switch trouble {
    case .locked:
      widget = ChatContainer(for: file, version)
      widget?.persistentStoreDescriptions[0].setValue(
        "EXCLUSIVE" as NSString, forPragmaNamed: "locking_mode")
      try widget?.load()
      container.persistentStoreDescriptions[0].timeout = 0
    case .noRoom:
      container.persistentStoreDescriptions[0].setValue(
        "1" as NSString, forPragmaNamed: "max_page_count")
    case .newer: break
    case .damaged:
      let writer = try FileHandle(forWritingTo: file)
      try writer.write(contentsOf: Data("This was a database.".utf8))
      try writer.close()
    }
  }

  // MARK: What an app may do about an error

  /// Says something, and is launched again some other time.
  func tell(_ words: String) { runtime.note("alert", words) }

  /// Deletes the file, in use or not; that makes room.
  func startAnew() throws {
    container.persistentStoreDescriptions[0].setValue(nil, forPragmaNamed: "max_page_count")
    try container.persistentStoreCoordinator.destroyPersistentStore(
      at: file, type: .sqlite, options: [NSPersistentStoreForceDestroyOption: true])
    try container.load()
  }

  /// Keeps the file for the people who may be able to repair it.
  func putAside() throws {
    for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file.path + end) {
      try FileManager.default.moveItem(
        atPath: file.path + end, toPath: file.path + ".aside" + end)
    }
    try container.load()
  }

  func useMemory() throws {
    container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
    try container.load()
  }

  // MARK: Two launches

  /// What comes of all troubles if errors are dealt with in this way: the first loss there is.
  static func launches(
    _ runtime: Runtime, _ repair: (TroubledApp, CocoaError) throws -> Void
  ) throws {
    let endings = try Trouble.allCases.map { trouble in
      try TroubledApp(trouble, runtime).launch(repair)
    }
    runtime.outcome(endings.first { $0 != "kept" } ?? "kept")
  }

  private func launch(_ repair: (TroubledApp, CocoaError) throws -> Void) throws -> String {
    do {
      try container.load()
    } catch let error as CocoaError {
      runtime.note("store", "does not open (\(trouble.rawValue)): error \(error.errorCode)")
      attempt { try repair(self, error) }
    }
    var ending = ""
    try runtime.untraced {
      let message = try write("On my way")
      try container.close()
      try widget?.close()
      ending = try endingOfNextLaunch(message)
    }
    runtime.note("next launch", ending)
    return ending
  }

  /// The user writes something, if the app lets them.
  private func write(_ text: String) throws -> String? {
    if container.persistentStoreCoordinator.persistentStores.isEmpty { return nil }
    Message(context: container.viewContext).text = text
    try container.viewContext.save()
    return text
  }

  /// The lock is gone, there is room, the app is up to date; damage stays.
  private func endingOfNextLaunch(_ message: String?) throws -> String {
    let container = ChatContainer(for: file, trouble == .newer ? .next : nil)
    do { try container.load() } catch { return "unusable" }
    let view = container.viewContext
    let texts = try view.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
      .compactMap { $0.value(forKey: "text") as? String }
    let rooms = try view.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
    try container.close()
    if let message, !texts.contains(message) { return "forgotten" }
    return rooms == 0 && trouble != .damaged ? "emptied" : "kept"
  }
}
