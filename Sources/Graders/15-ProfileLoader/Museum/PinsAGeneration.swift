import CoreData
import ProfileLoader
import WorkbookKit

/// Pins the newest generation while it reads.
struct PinsAGeneration: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await withCheckedThrowingContinuation { continuation in
      profiles.perform {
        continuation.resume(with: Result { try Self.read(room, in: profiles) })
      }
    }
  }

  /// To be called on the queue of the context.
  private static func read(
    _ room: NSManagedObjectID, in context: NSManagedObjectContext
  ) throws -> Profile {
    context.reset()
    context.stalenessInterval = 0
    try context.setQueryGenerationFrom(.current)
    defer {
      context.reset()
      try? context.setQueryGenerationFrom(nil)
    }
    guard let found = try? context.existingObject(with: room) as? Room else {
      throw NoSuchRoom()
    }
    let messages = found.messages.sorted { $0.position < $1.position }
    return Profile(name: found.name, topic: found.topic, texts: messages.map(\.text))
  }
}
