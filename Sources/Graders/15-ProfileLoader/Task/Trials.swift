import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("other-room", "The screen shows something of another room."),
  .forbidden("out-of-order", "The texts are not in the order of their positions."),
  .forbidden(
    "texts-missing", "A text of the room is missing, or is not shown as often as it is there."),
  .forbidden(
    "half", "A part of what is shown is from before a change, and another from behind it."),
  .forbidden("old", "The screen showed what had been there before it was opened."),
  .forbidden("frozen", "Main stood still while the room was read."),
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

/// A screen opens.
func opening(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id,
    outcomes: [
      .allowed("shown", "The screen shows the room.")
    ] + common, requirements: [readByProfiles],
    meanwhile: "a screen calls it on main, for one of three rooms."
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in await app.open(answer) }
    runtime.atEnd { runtime.outcome(app.misstep(["before"]) ?? "shown") }
  }
}

/// A sync changes name and topic in one save, while the screen opens.
///
/// The texts stay: they come in a trip of their own, and a sync may save between two trips, also of
/// one block. Only a pinned generation would stand that.
func changing(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id,
    outcomes: [
      .allowed("before", "The screen shows the room as it was."),
      .allowed("after", "The screen shows the room as it is now."),
    ] + common,
    meanwhile:
      "a screen calls it on main, and a sync gives the room another name and topic, in one save."
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in await app.open(answer) }
    app.sync.perform { app.change() }
    runtime.atEnd { runtime.outcome(app.misstep(["before"], ["after"]) ?? app.shows(0)) }
  }
}

/// One screen opens, and a second one after a sync has changed the room; perhaps the first one is
/// still waiting for its own.
func openingBehindIt(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(id, outcomes: [.allowed("shown", "Each screen shows the room of its time.")] + common) {
    answer, runtime in
    let app = try App(runtime)
    runtime.task("first") { @MainActor in await app.open(answer, screen: "first") }
    runtime.task("second") { @MainActor in
      await app.sync.perform { app.change() }
      await app.open(answer, screen: "second")
    }
    runtime.atEnd {
      let second = app.misstep(["after"], onScreen: "second")
      runtime.outcome(second ?? app.misstep(["before"], ["after"], onScreen: "first") ?? "shown")
    }
  }
}

/// Other messages in the same room: the screen opens, a sync writes, and it opens again.
func readingOn(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(id, outcomes: [.allowed("shown", "Each screen shows the room of its time.")] + common) {
    answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in
      await app.open(answer)
      await app.sync.perform { app.write() }
      await app.open(answer)
      await app.sync.perform { app.delete() }
      await app.open(answer)
    }
    runtime.atEnd { runtime.outcome(app.misstep(["before", "written", "gone"]) ?? "shown") }
  }
}

/// A room without messages yet is deleted while the screen opens.
func deleting(_ id: String) -> Trial<any LoadsProfiles> {
  Trial(
    id,
    outcomes: [
      .allowed("before", "The screen shows the room as it was."),
      .allowed("told", "The screen was told that there is no such room."),
    ] + common,
    meanwhile: "a screen calls it on main, and a sync deletes the room, which is empty."
  ) { answer, runtime in
    let app = try App(runtime)
    runtime.task("screen") { @MainActor in await app.open(answer, "quiet") }
    app.sync.perform { app.delete("quiet") }
    runtime.atEnd {
      let misstep = app.misstep(["quiet"], ["gone"])
      runtime.outcome(misstep ?? (app.shows(0) == "gone" ? "told" : "before"))
    }
  }
}

/// The screen opens, a sync changes the room, and the screen opens again.
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
