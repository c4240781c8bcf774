import CoreData
import ProfileLoader
import WorkbookKit

/// Others may go first, once.
struct HopsAndWaits: LoadsProfiles {
  @MainActor func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    await Task.yield()
    return try profiles.performAndWait {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
