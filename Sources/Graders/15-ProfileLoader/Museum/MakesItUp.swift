import CoreData
import ProfileLoader
import WorkbookKit

/// What is not there is an empty profile.
struct MakesItUp: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        return Profile(name: "", topic: "", texts: [])
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
