import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("lost", "A like is not in the store, and no save was refused."),
  .forbidden("counted-twice", "The store has more likes than there were taps."),
  .forbidden("late", "Something was awaited, and the button did not show the like yet."),
  .forbidden("shows-other", "When all was over, the button showed another number than the store."),
  .forbidden("error-swallowed", "A save was refused, and the button shows the like all the same."),
  .forbidden("other-room", "A room was tapped, and another one has the like."),
  .forbidden("off-main", "The number of the button was changed on another queue than main."),
  .forbidden("frozen", "Main stood still for as long as a save takes."),
]

private let savedByLikes = Requirement(
  "saved-by-likes", "The like was not saved by the context 'likes', as it is to be."
) { events in
  events.contains { event in
    switch event.fact as? CoreDataFact {
    case .willSave("likes"): true
    // A batch request has no context in its facts; it is made on the queue of one.
    case .storeAccess(.batchUpdate, _): event.queue == "likes"
    default: false
    }
  }
}

/// One room is tapped so many times.
///
///     main
///     like ... like ...
func tapping(_ id: String, start: Int, taps: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [.allowed("counted", "Store and button have every like.")]
  return Trial(
    id, outcomes: outcomes + common, requirements: [savedByLikes],
    meanwhile: taps == 1
      ? "a tap calls it, in a task on main." : "two taps call it, each in a task on main."
  ) { answer, runtime in
    let row = try Row(runtime, start: start)
    for tap in 1...taps {
      runtime.task("tap \(tap)") { @MainActor in await row.tap(answer) }
    }
    runtime.atEnd { runtime.outcome(try row.misstep(counting: [.harbour: taps]) ?? "counted") }
  }
}

/// Two rows, which share what answers them.
func tappingTwoRooms(_ id: String, start: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [.allowed("counted", "Store and buttons have every like.")]
  return Trial(id, outcomes: outcomes + common) { answer, runtime in
    let row = try Row(runtime, start: start)
    row.tapEachRoom(answer)
    runtime.atEnd {
      runtime.outcome(try row.misstep(counting: [.harbour: 1, .market: 1]) ?? "counted")
    }
  }
}

/// The same while no save can go well: each button shows what its own room has.
func refusedInTwoRooms(_ id: String, start: Int) -> Trial<any CountsLikes> {
  Trial(id, outcomes: takenBackOrCounted + common) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.makeSavesFail()
    row.tapEachRoom(answer)
    runtime.atEnd { runtime.outcome(try row.misstep() ?? row.countedOrNot) }
  }
}

private let takenBackOrCounted: [Outcome] = [
  .interesting("taken-back", "The likes were refused, and the buttons show none of them."),
  .interesting("counted", "A like found a way past the conflict."),
]

/// No save can go well: `likes` also holds a change that meets somebody else's. Two taps.
func refused(_ id: String, start: Int) -> Trial<any CountsLikes> {
  Trial(
    id, outcomes: takenBackOrCounted + common,
    meanwhile: "two taps call it, each in a task on main. likes also holds a change that meets "
      + "somebody else's."
  ) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.makeSavesFail()
    for tap in 1...2 {
      runtime.task("tap \(tap)") { @MainActor in await row.tap(answer) }
    }
    runtime.atEnd { runtime.outcome(try row.misstep() ?? row.countedOrNot) }
  }
}

/// The first like is refused. Then the app tidies up, and the reader taps again.
func triedAgain(_ id: String, start: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [
    .allowed("counted", "The second like came into the store, and the first one did not.")
  ]
  return Trial(id, outcomes: outcomes + common) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.makeSavesFail()
    runtime.task("taps") { @MainActor in
      await row.tap(answer)
      await row.settle()
      await row.makeSavesGoWell()
      await row.tap(answer)
    }
    runtime.atEnd { runtime.outcome(try row.misstep(counting: [.harbour: 1]) ?? "counted") }
  }
}

/// The app tidies up at any time, and then taps as well.
///
///     main                    likes                   main
///     like ...                refused
///                             tidied up               like ...
func refusedAndTapped(_ id: String, start: Int) -> Trial<any CountsLikes> {
  let outcomes: [Outcome] = [
    .allowed("counted", "Store and button have the same likes."),
    .interesting("taken-back", "The likes were refused, and the button shows none of them."),
  ]
  return Trial(id, outcomes: outcomes + common) { answer, runtime in
    let row = try Row(runtime, start: start)
    try row.makeSavesFail()
    runtime.task("tap 1") { @MainActor in await row.tap(answer) }
    runtime.task("tap 2") { @MainActor in
      await row.makeSavesGoWell()
      await row.tap(answer)
    }
    runtime.atEnd { runtime.outcome(try row.misstep() ?? row.countedOrNot) }
  }
}
