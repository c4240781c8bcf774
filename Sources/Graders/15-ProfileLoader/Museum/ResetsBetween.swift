import CoreData
import ProfileLoader
import WorkbookKit

/// One block finds the room, and resets; the next one reads it.
struct ResetsBetween: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let found = try await profiles.perform { () throws -> Room in
      profiles.reset()
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", room)
      request.returnsObjectsAsFaults = false
      request.relationshipKeyPathsForPrefetching = ["messages"]
      guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
      return found
    }
    // The room is used on its own queue only.
    return await profiles.perform {
      Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
