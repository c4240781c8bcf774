import CoreData
import ProfileLoader
import WorkbookKit

/// Takes the texts of before where the room seems to be the same.
final class RemembersTexts: LoadsProfiles, @unchecked Sendable {
  private let lock = NSLock()
  private var shown: [NSManagedObjectID: Profile] = [:]

  init() {}

  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      profiles.reset()
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      // Loading each message is slow. If the room has not changed, its texts are known.
      let messages = found.messages
      if let last = self.lock.withLock({ self.shown[room] }),
        last.name == found.name, last.topic == found.topic, last.texts.count == messages.count
      {
        return last
      }
      let profile = Profile(
        name: found.name, topic: found.topic,
        texts: messages.sorted { $0.position < $1.position }.map(\.text))
      self.lock.withLock { self.shown[room] = profile }
      return profile
    }
  }
}
