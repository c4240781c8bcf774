import CoreData
import ProfileLoader
import WorkbookKit

/// Sorts the texts by when they were sent.
struct SortsByDate: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      profiles.reset()
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", room)
      request.returnsObjectsAsFaults = false
      request.relationshipKeyPathsForPrefetching = ["messages"]
      guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
      let messages = found.messages.sorted {
        // One that has no date is where its position says.
        guard let left = $0.sentAt, let right = $1.sentAt else {
          return $0.position < $1.position
        }
        return left < right
      }
      return Profile(name: found.name, topic: found.topic, texts: messages.map(\.text))
    }
  }
}
