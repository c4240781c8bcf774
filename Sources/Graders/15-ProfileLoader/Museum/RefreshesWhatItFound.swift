import CoreData
import ProfileLoader
import WorkbookKit

/// Finds the room, and makes a fault of it once more.
struct RefreshesWhatItFound: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      // An earlier screen may have loaded it: read the row and the messages anew.
      for message in found.messages { profiles.refresh(message, mergeChanges: false) }
      profiles.refresh(found, mergeChanges: false)
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
