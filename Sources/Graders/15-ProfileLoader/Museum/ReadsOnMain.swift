import CoreData
import ProfileLoader
import WorkbookKit

/// The room is read by a main context of its own.
struct ReadsOnMain: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let view = NSManagedObjectContext(.mainQueue)
    view.persistentStoreCoordinator = profiles.persistentStoreCoordinator
    return try await view.perform {
      guard let found = try? view.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
