import CoreData
import ProfileLoader
import WorkbookKit

/// The room is looked for by the name it has.
struct LooksByName: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let known = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "name == %@", known.name)
      guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
      return Profile(
        name: found.name, topic: found.topic,
        texts: found.messages.sorted { $0.position < $1.position }.map(\.text))
    }
  }
}
