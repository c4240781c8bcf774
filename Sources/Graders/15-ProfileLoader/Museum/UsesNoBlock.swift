import CoreData
import ProfileLoader
import WorkbookKit

/// The context is used as it is, wherever the task is.
struct UsesNoBlock: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    guard let found = try? profiles.existingObject(with: room) as? Room else {
      throw NoSuchRoom()
    }
    return Profile(
      name: found.name, topic: found.topic,
      texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
  }
}
