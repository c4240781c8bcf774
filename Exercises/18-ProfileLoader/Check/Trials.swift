import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("other-room", "The screen shows something of another room."),
  .forbidden("out-of-order", "The texts are not in the order of their positions."),
  .forbidden("half", "The name is from before the change, and the topic from behind it."),
  .forbidden("old", "The screen opened again, and showed what it had shown before."),
  .forbidden("made-up", "The room is not there any more, and a profile was returned."),
  .forbidden("other-error", "Another error than 'NoSuchRoom' was thrown."),
  .forbidden("not-found", "The room is in the store, and was not found."),
]

private let readByProfiles = Requirement(
  "read-by-profiles", "The room was not read by the context 'profiles', as it is to be."
) { events in
  events.contains { event in
    switch event.fact as? CoreDataFact {
    case .fetch(_, _, "profiles"), .fault(_, "profiles"), .holds(_, _, "profiles"): true
    default: false
    }
  }
}

/// A screen opens, while the reader scrolls on.
///
///     main                         network
///     profile ... shows it         main.async { scroll }
func opening(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id,
    outcomes: [
      .allowed("shown", "The screen shows the room."),
      .allowed("scrolled-meanwhile", "The reader scrolled on while the room was being read."),
    ] + common, requirements: [readByProfiles],
    musts: [
      "scrolled-meanwhile":
        "Main is kept waiting: no order lets the reader scroll while the room is being read."
    ],
    meanwhile: "a screen calls it on main, for one of three rooms, and the reader scrolls."
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in await app.open(answer) }
    runtime.thread("network") { runtime.main.async { app.scroll() } }
    runtime.atEnd { runtime.outcome(app.misstep(["before"]) ?? app.order) }
  }
}

/// Somebody changes name and topic in one save, while the screen opens.
func changing(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id,
    outcomes: [
      .allowed("before", "The screen shows the room as it was."),
      .allowed("after", "The screen shows the room as it is now."),
    ] + common,
    meanwhile:
      "a screen calls it on main, and a sync gives the room another name and topic, in one "
      + "save."
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in await app.open(answer) }
    app.sync.perform { app.change() }
    runtime.atEnd { runtime.outcome(app.misstep(["before"], ["after"]) ?? app.shows(0)) }
  }
}

/// The screen opens, somebody changes the room, and the screen opens again.
func reopening(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(id, outcomes: [.allowed("shown", "Each screen shows the room of its time.")] + common) {
    answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in
      await app.open(answer)
      await app.sync.perform { app.change() }
      await app.open(answer)
    }
    runtime.atEnd { runtime.outcome(app.misstep(["before", "after"]) ?? "shown") }
  }
}

/// The room was deleted before the screen opens.
func missing(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id, outcomes: [.allowed("told", "The screen was told that there is no such room.")] + common
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in
      await app.sync.perform { app.delete() }
      await app.open(answer)
    }
    runtime.atEnd { runtime.outcome(app.misstep(["gone"]) ?? "told") }
  }
}

/// Two screens open at the same time, for two rooms.
func openingTwo(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(id, outcomes: [.allowed("shown", "Each screen shows its room.")] + common) {
    answer, runtime in
    let app = try App(runtime)
    for name in ["before", "market"] {
      runtime.task(name) { @MainActor in await app.open(answer, name) }
    }
    runtime.atEnd {
      runtime.outcome(app.misstep(["before", "market"], ["market", "before"]) ?? "shown")
    }
  }
}

/// The app with its rooms, and what its screens showed.
private final class App: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what changes is main's.
  let sync: NSManagedObjectContext
  private let chat: ChatStack
  private let profiles: NSManagedObjectContext
  private var ids: [String: NSManagedObjectID] = [:]
  /// What each screen showed; nil for an error.
  private var shown: [Profile?] = []
  private var errors: [any Error] = []
  private var hasScrolled = false
  private var scrolledMeanwhile = false

  private static let known: [String: Profile] = [
    "before": Profile(name: "Harbour", topic: "Ferries", texts: ["one", "two", "two"]),
    "after": Profile(name: "Pier", topic: "Fish", texts: ["one", "two", "two"]),
    "market": Profile(name: "Market", topic: "Fish", texts: ["three"]),
  ]

  init(_ runtime: Runtime) throws {
    chat = try ChatStack()
    sync = chat.backgroundContext("sync")
    profiles = chat.backgroundContext("profiles")
    try chat.addRoom("Harbour", messages: ["not this one"])
    ids["market"] = try chat.addRoom("Market", messages: ["three"])
    // The messages come in another order than they are shown in.
    ids["before"] = try chat.addRoom("Harbour", messages: ["two", "two", "one"])
    try chat.addRoom("Harbour")
    let (setup, ids) = (chat.backgroundContext("start"), ids)
    try runtime.untraced {
      try setup.performAndWait {
        let room = try setup.existingObject(with: ids["before"]!) as! Room
        room.topic = "Ferries"
        for message in room.messages { message.position = 9 - message.position }
        (try setup.existingObject(with: ids["market"]!) as! Room).topic = "Fish"
        try setup.save()
      }
    }
  }

  @MainActor func open(_ answer: any LoadsProfiles, _ name: String = "before") async {
    let scrolledBefore = hasScrolled
    do {
      shown.append(try await answer.profile(of: ids[name]!, in: profiles))
    } catch {
      shown.append(nil)
      errors.append(error)
    }
    if hasScrolled && !scrolledBefore { scrolledMeanwhile = true }
  }

  func scroll() { hasScrolled = true }

  /// What somebody else does, in one save.
  func change() {
    attempt {
      let room = try sync.existingObject(with: ids["before"]!) as! Room
      (room.name, room.topic) = ("Pier", "Fish")
      try sync.save()
    }
  }

  func delete() {
    attempt {
      sync.delete(try sync.existingObject(with: ids["before"]!))
      try sync.save()
    }
  }

  var order: String { scrolledMeanwhile ? "scrolled-meanwhile" : "shown" }

  /// The name of what a screen showed.
  func shows(_ screen: Int) -> String {
    guard let profile = shown[screen] else { return "gone" }
    return Self.known.keys.sorted().first { Self.known[$0] == profile } ?? "other-room"
  }

  /// Nil if the screens showed one of these, in their order.
  func misstep(_ expected: [String]...) -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if errors.contains(where: { !($0 is NoSuchRoom) }) { return "other-error" }
    let names = shown.indices.map(shows)
    guard !expected.contains(names) else { return nil }
    guard let wrong = shown.indices.first(where: { expected[0][$0] != names[$0] }) else {
      return "other-room"
    }
    guard let profile = shown[wrong] else { return "not-found" }
    if expected[0][wrong] == "gone" { return "made-up" }
    return misstep(profile, insteadOf: Self.known[expected[0][wrong]]!)
  }

  private func misstep(_ profile: Profile, insteadOf known: Profile) -> String {
    let (before, after) = (Self.known["before"]!, Self.known["after"]!)
    if profile == before, known == after { return "old" }
    guard profile.texts.sorted() == known.texts.sorted() else { return "other-room" }
    if profile.texts != known.texts { return "out-of-order" }
    let isHalf =
      [before.name, after.name].contains(profile.name)
      && [before.topic, after.topic].contains(profile.topic)
    return isHalf ? "half" : "other-room"
  }
}
