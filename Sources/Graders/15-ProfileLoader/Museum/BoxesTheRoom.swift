import CoreData
import ProfileLoader
import WorkbookKit

/// The room comes to main in a box that is said to be Sendable.
struct BoxesTheRoom: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let box = try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Box(found: found)
    }
    let found = box.found
    return Profile(
      name: found.name, topic: found.topic,
      texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
  }
}

/// A promise that is not kept.
private struct Box: @unchecked Sendable {
  // @unchecked Sendable because the compiler would refuse it otherwise, rightly.
  let found: Room
}
