import CoreData
import ProfileLoader
import WorkbookKit

/// The block returns nil, and behind it stands the error.
final class ReturnsNothing: LoadsProfiles {
  init() {}

  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let shown: Profile? = try await profiles.perform {
      try RoomReader(context: profiles).profile(of: room)
    }
    guard let shown else { throw NoSuchRoom() }
    return shown
  }
}

/// Lives and dies within one block of its context.
private struct RoomReader {
  let context: NSManagedObjectContext

  func profile(of room: NSManagedObjectID) throws -> Profile? {
    // The context never writes, so each object becomes a fault, and the fetch fills it again.
    context.refreshAllObjects()
    return try context.fetch(request(for: room)).first.map { found in
      Profile(name: found.name, topic: found.topic, texts: texts(of: found))
    }
  }

  private func request(for room: NSManagedObjectID) -> NSFetchRequest<Room> {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "SELF == %@", room)
    request.relationshipKeyPathsForPrefetching = ["messages"]
    request.returnsObjectsAsFaults = false
    request.shouldRefreshRefetchedObjects = true
    return request
  }

  private func texts(of room: Room) -> [String] {
    room.messages
      .map { (position: $0.position, text: $0.text) }
      .sorted { $0.position < $1.position }
      .map { $0.text }
  }
}
