import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The app with its rooms, and what its screens showed.
final class App: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what changes is main's.
  let sync: NSManagedObjectContext
  private let chat: ChatStack
  private let profiles: NSManagedObjectContext
  private var ids: [String: NSManagedObjectID] = [:]
  /// What each screen showed; nil for an error.
  private var shown: [(screen: String, profile: Profile?)] = []
  private var errors: [any Error] = []
  private let runtime: Runtime

  /// Reading from a file takes at least so long, and main may not be away for it.
  private static let trip = Duration.microseconds(100)

  private static let known: [String: Profile] = [
    "before": Profile(name: "Harbour", topic: "Ferries", texts: ["one", "two", "two"]),
    "after": Profile(name: "Pier", topic: "Fish", texts: ["one", "two", "two"]),
    "market": Profile(name: "Market", topic: "Fish", texts: ["three"]),
    "written": Profile(name: "Harbour", topic: "Ferries", texts: ["two", "four", "one"]),
    "quiet": Profile(name: "Harbour", topic: "Tides", texts: []),
  ]

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    // A trip takes its time there.
    chat = try ChatStack(.sqlite)
    sync = chat.backgroundContext("sync")
    profiles = chat.backgroundContext("profiles")
    let setup = chat.backgroundContext("start")
    try chat.prepare {
      try chat.addRoom("Harbour", messages: ["not this one"])
      ids["market"] = try chat.addRoom("Market", messages: ["three"])
      // The messages come in another order than they are shown in.
      ids["before"] = try chat.addRoom("Harbour", messages: ["two", "two", "one"])
      ids["quiet"] = try chat.addRoom("Harbour")
      let ids = ids
      try setup.performAndWait {
        let room = try setup.existingObject(with: ids["before"]!) as! Room
        room.topic = "Ferries"
        for message in room.messages {
          message.position = 9 - message.position
          // Messages may be moved, so that they were sent in another order.
          message.sentAt = Date(timeIntervalSinceReferenceDate: Double(-message.position))
        }
        (try setup.existingObject(with: ids["market"]!) as! Room).topic = "Fish"
        (try setup.existingObject(with: ids["quiet"]!) as! Room).topic = "Tides"
        try setup.save()
      }
    }
  }

  @MainActor func open(
    _ answer: any LoadsProfiles, _ name: String = "before", screen: String = ""
  ) async {
    do {
      shown.append((screen, try await answer.profile(of: ids[name]!, in: profiles)))
    } catch {
      shown.append((screen, nil))
      errors.append(error)
    }
  }

  /// What a sync does, in one save.
  func change() {
    attempt {
      let room = try sync.existingObject(with: ids["before"]!) as! Room
      (room.name, room.topic) = ("Pier", "Fish")
      try sync.save()
    }
  }

  /// Moves the first text to the end, and writes another one in place of an equal one.
  func write() {
    attempt {
      let room = try sync.existingObject(with: ids["before"]!) as! Room
      let messages = room.messages.sorted { $0.position < $1.position }
      messages[0].position = messages[2].position + 1
      messages[2].text = "four"
      try sync.save()
    }
  }

  func delete(_ name: String = "before") {
    attempt {
      sync.delete(try sync.existingObject(with: ids[name]!))
      try sync.save()
    }
  }

  /// The name of what a screen showed.
  func shows(_ screen: Int) -> String {
    guard let profile = shown[screen].profile else { return "gone" }
    return Self.known.keys.sorted().first { Self.known[$0] == profile } ?? "other-room"
  }

  /// Nil if the screens showed one of these, in their order.
  func misstep(_ expected: [String]..., onScreen screen: String = "") -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if errors.contains(where: { !($0 is NoSuchRoom) }) { return "other-error" }
    let screens = shown.indices.filter { shown[$0].screen == screen }
    let names = screens.map(shows)
    if runtime.longestMainStall >= Self.trip { return "frozen" }
    guard !expected.contains(names) else { return nil }
    guard let wrong = names.indices.first(where: { expected[0][$0] != names[$0] }) else {
      return "other-room"
    }
    guard let profile = shown[screens[wrong]].profile else { return "not-found" }
    if expected[0][wrong] == "gone" { return "made-up" }
    return misstep(profile, insteadOf: Self.known[expected[0][wrong]]!)
  }

  private func misstep(_ profile: Profile, insteadOf known: Profile) -> String {
    if profile.name.isEmpty { return "made-up" }
    var states = [known]
    if known != Self.known["market"] {
      states += ["before", "after", "written"].compactMap { Self.known[$0] }
    }
    if states.contains(profile) { return "old" }
    // Each of the three is from some moment of the room, or else it is from another room.
    guard states.contains(where: { $0.name == profile.name }),
      states.contains(where: { $0.topic == profile.topic }),
      Set(profile.texts).isSubset(of: states.flatMap(\.texts))
    else { return "other-room" }
    if states.contains(where: { $0.texts == profile.texts }) { return "half" }
    let isPermuted = states.contains { $0.texts.sorted() == profile.texts.sorted() }
    return isPermuted ? "out-of-order" : "texts-missing"
  }
}
