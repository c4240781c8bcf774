import CoreData
import ProfileLoader
import WorkbookKit

/// Screens that open at the same time share one reading.
struct JoinsARunningRead: LoadsProfiles {
  private let readings = Readings()

  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await readings.profile(of: room, in: profiles)
  }
}

/// Screens that open at the same time share one reading. Nothing is kept when it is done.
private actor Readings {
  private var running: [NSManagedObjectID: Task<Profile, any Error>] = [:]

  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    if let task = running[room] { return try await task.value }
    let task = Task { try await Self.read(room, in: profiles) }
    running[room] = task
    defer { running[room] = nil }
    return try await task.value
  }

  private static func read(
    _ room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      profiles.reset()
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", room)
      request.returnsObjectsAsFaults = false
      request.relationshipKeyPathsForPrefetching = ["messages"]
      guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
