import CoreData
import ProfileLoader
import WorkbookKit

/// One block looks for the room, and makes the profile.
struct OneBlock: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
