import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// An app whose launch may be ended by the system before each of its steps, and after the last.
///
/// What a process leaves behind that is killed is its folder as it is at that moment, so the system
/// takes a copy of the folder, and the next launch finds the copy.
final class MortalApp: @unchecked Sendable {
  // @unchecked Sendable because the lock guards what happens to the folder, and the mark.

  /// A room as the app carries it from one store to the next.
  struct Copied {
    let name: String
    let motto: String
  }

  /// The app is gone, and does nothing more.
  private struct Killed: Error {}

  /// Who may end the launch.
  enum Ending {
    /// The system ends the process: nothing more is done.
    case system
    /// The person cancels the update: the next step throws, and the app goes on.
    case person
  }

  private let runtime: Runtime
  private let folder: URL
  private let disk: Lock
  private var isKilled = false
  private var isCancelled = false

  private init(_ runtime: Runtime, _ folder: URL) {
    (self.runtime, self.folder) = (runtime, folder)
    disk = runtime.lock("disk")
  }

  var file: URL { folder.appending(path: "chat.sqlite") }
  var beside: URL { folder.appending(path: "chat-new.sqlite") }

  /// Launches the app, ends or cancels it some time, and launches it again.
  static func launches(
    _ runtime: Runtime, endedBy ending: Ending = .system,
    _ migrate: @escaping (MortalApp) throws -> Void
  ) throws {
    let root = try RunFolder()
    let first = root.file("first")
    let found = ending == .system ? root.file("found") : first
    try FileManager.default.createDirectory(at: first, withIntermediateDirectories: true)
    let app = MortalApp(runtime, first)
    try runtime.untraced { try OtherVersion.last.write(rooms: ["Harbour"], to: app.file) }
    switch ending {
    case .system: runtime.thread("system") { try app.kill(leaving: found) }
    case .person: runtime.thread("person") { app.cancel() }
    }
    do { try app.launch(migrate) } catch is Killed {
    } catch let error as CocoaError where error.code == .userCancelled {
      runtime.note("app", "does not open its store this time")
    }
    runtime.atEnd {
      defer { withExtendedLifetime(root) {} }
      let next = MortalApp(runtime, found)
      try next.launch(migrate)
      runtime.outcome(try next.ending())
    }
  }

  /// There is something to migrate only if the file is there and of the version before.
  private func launch(_ migrate: (MortalApp) throws -> Void) throws {
    let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: file)
    let isOld = metadata.map {
      OtherVersion.last.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: $0)
    }
    if isOld == true { try migrate(self) }
  }

  /// Does something, unless the app was ended before.
  func step<Result>(_ words: String, _ work: () throws -> Result) throws -> Result {
    try disk.withLock {
      if isKilled { throw Killed() }
      if isCancelled { throw CocoaError(.userCancelled) }
      runtime.note("app", words)
      return try work()
    }
  }

  private func kill(leaving copy: URL) throws {
    try disk.withLock {
      runtime.note("system", "ends the app")
      isKilled = true
      try FileManager.default.copyItem(at: folder, to: copy)
    }
  }

  private func cancel() {
    disk.withLock {
      runtime.note("person", "cancels the update")
      isCancelled = true
    }
  }

  // MARK: What the steps do

  func readOldRooms() throws -> [Copied] {
    try with(ChatContainer(for: file, .last)) { context in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")).map { room in
        Copied(
          name: room.value(forKey: "name") as? String ?? "",
          motto: room.value(forKey: "motto") as? String ?? "")
      }
    }
  }

  func write(_ rooms: [Copied], to file: URL) throws {
    try with(ChatContainer(for: file)) { context in
      for copied in rooms {
        let room = Room(context: context)
        (room.name, room.topic) = (copied.name, copied.motto)
      }
      try context.save()
    }
  }

  func destroy(_ file: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
    try coordinator.destroyPersistentStore(at: file, type: .sqlite)
  }

  func replace(_ file: URL, by other: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
    try coordinator.replacePersistentStore(
      at: file, withPersistentStoreFrom: other, type: .sqlite)
  }

  func move(_ file: URL, to other: URL) throws {
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + end) {
      try FileManager.default.moveItem(atPath: file.path + end, toPath: other.path + end)
    }
  }

  func open(with stages: NSStagedMigrationManager? = nil) throws {
    let container = ChatContainer(for: file)
    container.persistentStoreDescriptions[0].setOption(
      stages, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    try container.load()
    try container.close()
  }

  /// There are none in this version.
  func copyMottosOfNewVersion() throws {
    try with(ChatContainer(for: file)) { context in
      for room in try context.fetch(NSFetchRequest<Room>(entityName: "Room")) {
        let hasMotto = room.entity.attributesByName["motto"] != nil
        room.topic = hasMotto ? room.value(forKey: "motto") as? String ?? "" : ""
      }
      try context.save()
    }
  }

  private func ending() throws -> String {
    try with(ChatContainer(for: file)) { context in
      let rooms = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
      return rooms.isEmpty ? "lost" : rooms.map(\.topic) == ["Ahoy"] ? "kept" : "half"
    }
  }

  private func with<Result>(
    _ container: NSPersistentContainer, _ work: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    try container.load()
    let context = container.newBackgroundContext()
    let result = try context.performAndWait { try work(context) }
    try container.close()
    return result
  }
}

extension NSPersistentContainer {
  /// What a lightweight migration cannot know: the motto becomes the topic.
  func copyMottos() throws {
    let context = newBackgroundContext()
    try context.performAndWait {
      for room in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")) {
        room.setValue(room.value(forKey: "motto"), forKey: "topic")
      }
      try context.save()
    }
  }
}
