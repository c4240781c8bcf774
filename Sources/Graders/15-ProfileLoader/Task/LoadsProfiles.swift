public import CoreData

/// What the screen of a room asks for when it opens.
public protocol LoadsProfiles: Sendable {
  init()

  /// What the screen shows of a room, as it is in the store. Awaited by main, each time a screen
  /// opens; screens may open at the same time.
  ///
  /// The work is done by `profiles`, a private context that is used for nothing else. A room that is not
  /// there any more is the error `NoSuchRoom`.
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile
}

/// A room as a screen shows it.
public struct Profile: Sendable, Equatable {
  public let name: String
  public let topic: String
  /// The texts of its messages, by their positions.
  public let texts: [String]

  public init(name: String, topic: String, texts: [String]) {
    self.name = name
    self.topic = topic
    self.texts = texts
  }
}

/// The room is not in the store any more.
public struct NoSuchRoom: Error, Sendable {
  public init() {}
}
