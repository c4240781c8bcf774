import CoreData
import ProfileLoader
import WorkbookKit

/// Fetches a fault, and fires it a line later.
struct FiresItLater: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await withCheckedThrowingContinuation { answer in
      profiles.perform {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate(format: "SELF == %@", room)
        do {
          guard let found = try profiles.fetch(request).first else { throw NoSuchRoom() }
          answer.resume(
            returning: Profile(
              name: found.name, topic: found.topic,
              texts: found.messages.sorted { $0.position < $1.position }.map(\.text)))
        } catch {
          answer.resume(throwing: error)
        }
      }
    }
  }
}
