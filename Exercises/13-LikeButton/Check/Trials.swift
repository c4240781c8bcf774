import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("lost", "A like is not in the store, and no save was refused."),
  .forbidden("counted-twice", "The store has more likes than there were taps."),
  .forbidden("late", "The button showed the like only when it was in the store."),
  .forbidden("shows-other", "When all was over, the button showed another number than the store."),
  .forbidden("error-swallowed", "A save was refused, and the button shows the like all the same."),
  .forbidden("other-room", "Another room has a like."),
]

private let savedByLikes = Requirement.work(
  .willSave, by: "likes", "The like was not saved by the context 'likes', as it is to be.")

/// Taps, while the reader scrolls on.
///
///     main                         network
///     like ... like ...            main.async { scroll }
func tapping(_ id: String, start: Int, taps: Int) -> Trial<any CountsLikes> {
  let scrolls = taps == 1
  let outcomes: [Outcome] = [
    .allowed("counted", "Store and button have every like."),
    .allowed("scrolled-meanwhile", "The reader scrolled on while a like was being saved."),
  ]
  return Trial(
    id, outcomes: (scrolls ? outcomes : [outcomes[0]]) + common, requirements: [savedByLikes],
    musts: scrolls
      ? [
        "scrolled-meanwhile":
          "Main is kept waiting: no order lets the reader scroll while a like is being saved."
      ] : [:],
    meanwhile: scrolls
      ? "a tap calls it, in a task on main, and the reader scrolls."
      : "two taps call it, each in a task on main."
  ) { answer, runtime in
    let row = try Row(runtime, start: start)
    for tap in 1...taps {
      runtime.task("tap \(tap)") { @MainActor in await row.tap(answer) }
    }
    if scrolls { runtime.thread("network") { runtime.main.async { row.scroll() } } }
    runtime.atEnd { runtime.outcome(try row.misstep(counting: taps) ?? row.order) }
  }
}

/// No save can go well: `likes` also holds a change that meets somebody else's. Two taps.
func refused(_ id: String, start: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [
    .interesting("taken-back", "The likes were refused, and the button shows none of them."),
    .interesting("counted", "A like found a way past the conflict."),
  ]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: "two taps call it, each in a task on main. likes also holds a change that meets "
      + "somebody else's."
  ) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.chat.addConflict(to: row.likes)
    for tap in 1...2 {
      runtime.task("tap \(tap)") { @MainActor in await row.tap(answer) }
    }
    runtime.atEnd {
      runtime.outcome(try row.misstep() ?? (row.stored() == start ? "taken-back" : "counted"))
    }
  }
}

/// The first like is refused. Then somebody tidies up, and the reader taps again.
func triedAgain(_ id: String, start: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [
    .allowed("counted", "The second like came into the store, and the first one did not.")
  ]
  return Trial(id, outcomes: outcomes + common) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.chat.addConflict(to: row.likes)
    runtime.task("taps") { @MainActor in
      await row.tap(answer)
      await row.makeSavesGoWell()
      await row.tap(answer)
    }
    runtime.atEnd { runtime.outcome(try row.misstep(counting: 1) ?? "counted") }
  }
}

/// A row of the list: a room, its button, and what came of the taps.
private final class Row: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what changes is main's.
  let chat: ChatStack
  let likes: NSManagedObjectContext
  private let runtime: Runtime
  private let room: NSManagedObjectID
  private let start: Int
  private var button: ButtonNumber?
  private var lastShown: Int
  private var wasLate = false
  private var hasScrolled = false
  private var scrolledMeanwhile = false

  init(_ runtime: Runtime, start: Int) throws {
    self.runtime = runtime
    self.start = start
    chat = try ChatStack()
    try chat.addRoom("Ann's corner")
    let room = try chat.addRoom("Harbour")
    try chat.addRoom("Market")
    self.room = room
    lastShown = start
    likes = chat.backgroundContext("likes")
    let setup = chat.backgroundContext("start")
    try runtime.untraced {
      try setup.performAndWait {
        (try setup.existingObject(with: room) as! Room).messageCount = start
        try setup.save()
      }
    }
  }

  @MainActor func tap(_ answer: any CountsLikes) async {
    let button = button ?? newButton()
    self.button = button
    let scrolledBefore = hasScrolled
    let (changes, stored) = (button.changes.count, try? stored())
    await answer.like(room, in: likes, button: button)
    if hasScrolled && !scrolledBefore { scrolledMeanwhile = true }
    if changes == 0, stored == start, button.changes.first?.wasSaved != false { wasLate = true }
    lastShown = button.count
  }

  @MainActor private func newButton() -> ButtonNumber {
    ButtonNumber(start) { [self] in (try? stored()) != start }
  }

  func scroll() { hasScrolled = true }

  /// Gives up the change that somebody else has made, too.
  func makeSavesGoWell() async {
    let (likes, room) = (likes, room)
    await likes.perform {
      for object in likes.updatedObjects where object.objectID != room {
        likes.refresh(object, mergeChanges: false)
      }
    }
  }

  func stored() throws -> Int {
    var count = 0
    try runtime.untraced {
      count = try chat.stored { try ($0.existingObject(with: room) as! Room).messageCount }
    }
    return count
  }

  /// What is wrong, in whatever order things happened.
  func misstep(counting likes: Int? = nil) throws -> String? {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    let stored = try stored()
    let others = try chat.stored { look in
      try look.fetch(NSFetchRequest<Room>(entityName: "Room"))
        .contains { $0.objectID != room && $0.messageCount != 0 }
    }
    if others { return "other-room" }
    if let likes, stored < start + likes { return "lost" }
    if let likes, stored > start + likes { return "counted-twice" }
    if likes == nil, lastShown == start + 2, stored < lastShown { return "error-swallowed" }
    if lastShown != stored { return "shows-other" }
    return wasLate ? "late" : nil
  }

  var order: String { scrolledMeanwhile ? "scrolled-meanwhile" : "counted" }
}
