import CoreData
import ProfileLoader
import WorkbookKit

/// Looks for the room anew for each of its values.
struct ReadsEachAnew: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      /// The room as it is in the store.
      func current() throws -> Room {
        profiles.reset()
        guard let found = try? profiles.existingObject(with: room) as? Room else {
          throw NoSuchRoom()
        }
        return found
      }
      let name = try current().name
      let topic = try current().topic
      let messages = try current().messages.sorted { $0.position < $1.position }
      return Profile(name: name, topic: topic, texts: messages.map(\.text))
    }
  }
}
