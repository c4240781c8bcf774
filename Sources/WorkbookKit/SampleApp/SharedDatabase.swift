public import CoreData
internal import Foundation

/// A place for one database that several stacks open, each with a coordinator of its own, as
/// several processes do with one file.
public struct SharedDatabase: Sendable {
  public let url: URL
  private let folder: RunFolder?

  /// In memory: quick, and gone with the last stack that has it open.
  public init() {
    url = Self.nowhere
    folder = nil
  }

  /// In a file, for what needs one, such as a state to be pinned to. It is gone with the last of
  /// those that know this place.
  public static func inFile() throws -> SharedDatabase {
    SharedDatabase(in: try RunFolder())
  }

  /// In a file of that folder, which its maker takes away; without one, in memory.
  public init(_ name: String, in place: URL?) {
    url = place?.appending(path: name) ?? Self.nowhere
    folder = nil
  }

  /// Another one each time.
  private static var nowhere: URL { URL(filePath: "/dev/null/\(UUID())/chat.sqlite") }

  private init(in folder: RunFolder) {
    url = folder.file("chat.sqlite")
    self.folder = folder
  }
}

extension ChatStack.Storage {
  func open(by coordinator: NSPersistentStoreCoordinator) throws {
    let nowhere = URL(filePath: "/dev/null")
    switch self {
    case .memory: try coordinator.addPersistentStore(type: .inMemory, at: nowhere)
    case .sqlite: try coordinator.addPersistentStore(type: .sqlite, at: nowhere)
    case .shared(let database, let isTold):
      try coordinator.addPersistentStore(
        type: .sqlite, at: database.url,
        options: [
          NSPersistentHistoryTrackingKey: true,
          // Gone when the run is over, so that it need not survive a loss of power.
          NSSQLitePragmasOption: ["synchronous": "OFF"],
          NSPersistentStoreRemoteChangeNotificationPostOptionKey: isTold,
        ])
    }
  }
}
