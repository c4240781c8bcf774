import CoreData
import ProfileLoader
import WorkbookKit

/// The room is fetched in the background, and read where it is needed.
struct AsShipped: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let found = await profiles.perform {
      try? profiles.existingObject(with: room) as? Room
    }
    guard let found else { throw NoSuchRoom() }
    return Profile(
      name: found.name, topic: found.topic,
      texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
  }
}
