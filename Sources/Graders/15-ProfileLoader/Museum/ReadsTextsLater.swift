import CoreData
import Foundation
import ProfileLoader
import WorkbookKit

/// The texts come in a block of their own.
struct ReadsTextsLater: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let (name, topic) = try await profiles.perform {
      profiles.reset()
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      return (found.name, found.topic)
    }
    let texts = try await profiles.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "room == %@", room)
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      return try profiles.fetch(request).map(\.text)
    }
    return Profile(name: name, topic: topic, texts: texts)
  }
}
