import CoreData
import ProfileLoader
import WorkbookKit

/// Name and topic are read in the block; the messages are sorted on main.
struct SortsOnMain: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let (name, topic, messages) = try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return (found.name, found.topic, found.messages)
    }
    let texts = messages.sorted { $0.position < $1.position }.map(\.text)
    return Profile(name: name, topic: topic, texts: texts)
  }
}
