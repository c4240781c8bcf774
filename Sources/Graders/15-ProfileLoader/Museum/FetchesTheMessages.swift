import CoreData
import ProfileLoader
import WorkbookKit

/// The store sorts the messages.
struct FetchesTheMessages: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "room == %@", room)
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      return Profile(
        name: found.name, topic: found.topic, texts: try profiles.fetch(request).map(\.text))
    }
  }
}
