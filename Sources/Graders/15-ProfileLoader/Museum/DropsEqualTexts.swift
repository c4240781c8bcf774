import CoreData
import ProfileLoader
import WorkbookKit

/// Each text once.
struct DropsEqualTexts: LoadsProfiles {
  func profile(
    of room: NSManagedObjectID, in profiles: NSManagedObjectContext
  ) async throws -> Profile {
    try await profiles.perform {
      guard let found = try? profiles.existingObject(with: room) as? Room else {
        throw NoSuchRoom()
      }
      var texts: [String] = []
      for message in found.messages.sorted(by: { $0.position < $1.position })
      where !texts.contains(message.text) {
        texts.append(message.text)
      }
      return Profile(name: found.name, topic: found.topic, texts: texts)
    }
  }
}
