public import CoreData

/// What happens between the taps on Sync and on Stop.
public protocol SyncsRooms: Sendable {
  init()

  /// Stores the rooms of the service that are not in the store yet, and returns how many these are.
  ///
  /// Awaited by a task that the user may cancel at any moment; one sync at a time. Other parts of the
  /// app use `imports` as well: they change something in a block, and save in that block.
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int
}

/// The server with the rooms.
public protocol RoomService: Sendable {
  /// Their names, which are all different.
  var rooms: [String] { get }

  /// All texts of a room. Takes one question at a time. A task that was cancelled gets
  /// `ServiceError.closed`.
  func texts(of room: String) async throws -> [String]
}

/// Why the service has no answer.
public enum ServiceError: Error, Sendable {
  case closed, offline
}
