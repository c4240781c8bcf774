import CoreData
import ProfileLoader
import WorkbookKit

/// One fetch with values and messages, after a reset.
struct PrefetchesAll: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      // Nothing that an earlier screen has loaded is to be shown again.
      profiles.reset()

      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", room)
      request.fetchLimit = 1
      request.returnsObjectsAsFaults = false
      request.relationshipKeyPathsForPrefetching = ["messages"]

      guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
