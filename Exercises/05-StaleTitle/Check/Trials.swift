import CoreData
import Interleaving
import WorkbookKit

/// A rename in the background, while the reader types a topic into the same room.
///
///     main                          background
///     room.topic = ... (unsaved)
///     rename(room)                  rename its own, save
///     shown: look at room
func renaming(_ id: String, to name: String) -> Trial<any KeepsTitlesFresh> {
  let outcomes: [Outcome] = [
    .allowed("fresh", "The title is new, and what was typed is still there."),
    .forbidden("stale", "The store has the new name, and the screen shows the old one."),
    .forbidden("edit-lost", "What the reader had typed and not saved is gone."),
    .forbidden("screen-lost", "The room that the screen holds is of no use any more."),
    .forbidden("not-saved", "The new name is not in the store."),
    .forbidden("off-main", "The screen was told on a queue that is not its own."),
    .forbidden("not-shown", "The screen was never told."),
    .forbidden("told-twice", "The screen was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack()
    let roomID = try chat.addRoom("General")
    let view = chat.viewContext
    let room = try view.existingObject(with: roomID) as! Room
    room.topic = "Being typed"
    let screen = Screen()
    runtime.thread("network") { runtime.main.async { runtime.note("screen", "scrolls") } }
    answer.rename(room, to: name, in: chat.backgroundContext()) {
      screen.calls += 1
      screen.isOnMain = runtime.main.isCurrent
      guard runtime.main.isCurrent else {
        screen.seen = ("", "")
        return
      }
      let isThere =
        room.managedObjectContext === view && !room.isDeleted
        && view.registeredObject(for: roomID) === room
      screen.seen = isThere ? (room.name, room.topic) : nil
      screen.isLost = !isThere
    }
    runtime.atEnd {
      let isSaved = try chat.storedRoomNames() == [name]
      runtime.outcome(
        chat.violations.isEmpty ? screen.outcome(expecting: name, isSaved) : "violation")
    }
  }
}

/// What the screen saw when it was told.
private final class Screen {
  var seen: (name: String, topic: String)?
  var calls = 0
  var isOnMain = true
  var isLost = false

  func outcome(expecting name: String, _ isSaved: Bool) -> String {
    if calls > 1 { return "told-twice" }
    if isLost { return "screen-lost" }
    guard let seen else { return "not-shown" }
    if !isOnMain { return "off-main" }
    if !isSaved { return "not-saved" }
    if seen.name != name { return "stale" }
    return seen.topic == "Being typed" ? "fresh" : "edit-lost"
  }
}
