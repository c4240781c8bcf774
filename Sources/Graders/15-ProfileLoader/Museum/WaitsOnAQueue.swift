import CoreData
import ProfileLoader
import WorkbookKit

/// A queue of its own waits for the block.
struct WaitsOnAQueue: LoadsProfiles {
  private static let waiting = DispatchQueue(label: "profiles.waiting", attributes: .concurrent)

  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    let result: Result<Profile, any Error> = await withCheckedContinuation { continuation in
      Self.waiting.async {
        let result = Result { try profiles.performAndWait { try Self.read(room, in: profiles) } }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  private static func read(
    _ id: NSManagedObjectID, in context: NSManagedObjectContext
  ) throws -> Profile {
    context.reset()
    context.stalenessInterval = 0
    try context.setQueryGenerationFrom(.current)
    defer { try? context.setQueryGenerationFrom(nil) }

    let object: NSManagedObject
    do { object = try context.existingObject(with: id) } catch { throw NoSuchRoom() }
    guard let room = object as? Room else { throw NoSuchRoom() }

    var lines: [(Int, String)] = []
    for message in room.messages { lines.append((message.position, message.text)) }
    lines.sort { $0.0 < $1.0 }
    return Profile(name: room.name, topic: room.topic, texts: lines.map { $0.1 })
  }
}
