import CoreData
import ProfileLoader
import WorkbookKit

/// The texts are sorted by themselves, as if that were their order.
struct ForgetsTheOrder: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.map(\.text).sorted().reversed())
    }
  }
}
