import CoreData
import ProfileLoader
import WorkbookKit

/// The room is refreshed, so that it has nothing to load, and comes to main.
struct RefreshesTheRoom: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let found = try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      profiles.refresh(found, mergeChanges: true)
      _ = found.name
      return found
    }
    return Profile(
      name: found.name, topic: found.topic,
      texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
  }
}
