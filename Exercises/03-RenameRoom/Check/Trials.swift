import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("scrolled-first", "The reader scrolled on while the room was being saved."),
  .allowed("renamed-first", "The room had its new name before the reader scrolled on."),
  .interesting("refused", "The save met another one and was refused, and the screen says so."),
  .forbidden(
    "not-saved", "The screen says that the room is renamed, and the store has no such name."),
  .forbidden("too-early", "The screen was told before the store had the new name."),
  .forbidden("done-off-main", "The screen was told on a queue that is not its own."),
  .forbidden("not-done", "The screen was never told."),
  .forbidden("told-twice", "The screen was told more than once."),
  .forbidden("error-swallowed", "The save was refused, and the screen says that all is well."),
  .forbidden("sync-lost", "What the sync had saved is gone."),
]

/// One rename, while the reader goes on using the screen.
///
///     main                            network
///     rename(room) ...                 main.async { scroll }
func alone(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name)
    runtime.thread("network") { runtime.main.async { screen.scroll() } }
    screen.rename(by: answer)
    runtime.atEnd { runtime.outcome(screen.outcome) }
  }
}

/// One rename, while a sync saves another property of the same room: in some orders the second
/// save is refused.
func besideSync(_ id: String, name: String) -> Trial<any RenamesRooms> {
  Trial(id, outcomes: outcomes.filter { $0.name != "scrolled-first" }) { answer, runtime in
    let screen = try SettingsScreen(runtime, renamesTo: name, besideSync: true)
    let sync = screen.chat.backgroundContext("sync")
    runtime.thread("network") {
      try sync.performAndWait {
        let room = try sync.existingObject(with: screen.roomID) as! Room
        room.topic = "Everything"
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try sync.save()
      }
    }
    screen.rename(by: answer)
    runtime.atEnd {
      runtime.outcome(try screen.storedTopic() == "Everything" ? screen.outcome : "sync-lost")
    }
  }
}

/// The screen that asks for the rename, and remembers what it saw.
private final class SettingsScreen {
  let chat: ChatStack
  let roomID: NSManagedObjectID
  private let runtime: Runtime
  private let name: String
  /// With a sync beside it, a save can be refused.
  private let hasSync: Bool
  private var hasScrolled = false
  private var calls: [Call] = []

  private struct Call {
    let isOnMain: Bool
    let isStored: Bool
    let hasScrolled: Bool
    let error: (any Error)?
  }

  init(_ runtime: Runtime, renamesTo name: String, besideSync hasSync: Bool = false) throws {
    self.runtime = runtime
    self.hasSync = hasSync
    self.name = name
    chat = try ChatStack()
    roomID = try chat.addRoom("General")
  }

  func scroll() { hasScrolled = true }

  func rename(by answer: any RenamesRooms) {
    let room = chat.viewContext.object(with: roomID) as! Room
    answer.rename(room, to: name, in: chat.backgroundContext()) { error in
      let stored = (try? self.chat.storedRoomNames()) ?? []
      self.calls.append(
        Call(
          isOnMain: self.runtime.main.isCurrent, isStored: stored == [self.name],
          hasScrolled: self.hasScrolled, error: error))
    }
  }

  func storedTopic() throws -> String {
    try chat.stored { try ($0.existingObject(with: roomID) as! Room).topic }
  }

  /// What it all came to.
  var outcome: String {
    if !chat.violations.isEmpty { return "violation" }
    guard let call = calls.first else { return "not-done" }
    if calls.count > 1 { return "told-twice" }
    if !call.isOnMain { return "done-off-main" }
    let isStored = (try? chat.storedRoomNames()) == [name]
    if call.error != nil { return "refused" }
    if !isStored { return hasSync ? "error-swallowed" : "not-saved" }
    if !call.isStored { return "too-early" }
    return call.hasScrolled ? "scrolled-first" : "renamed-first"
  }
}
