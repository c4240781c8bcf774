import CoreData
import ProfileLoader
import WorkbookKit

/// The name is read in one block, and the rest in another.
struct ReadsInTwoBlocks: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let name = try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return found.name
    }
    return try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
