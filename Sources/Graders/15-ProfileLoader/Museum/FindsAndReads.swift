import CoreData
import ProfileLoader
import WorkbookKit

/// The first block says whether the room is there; the second one reads all of it.
struct FindsAndReads: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let isThere = await profiles.perform {
      (try? profiles.existingObject(with: room)) != nil
    }
    guard isThere else { throw NoSuchRoom() }
    return try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
