import CoreData
import ProfileLoader
import WorkbookKit

/// Asks whether the room is there, and takes it after that.
struct ChecksThenTakes: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard (try? profiles.existingObject(with: room)) != nil else { throw NoSuchRoom() }
      // It is there. Now the newest of it.
      profiles.reset()
      guard let found = try profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
