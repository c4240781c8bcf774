import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("half", "A room is in the store with a part of its texts."),
  .forbidden("twice", "A room is in the store twice."),
  .forbidden("stray", "A message is in the store that belongs to no room."),
  .forbidden("missing", "A room is not in the store that ought to be there."),
  .forbidden("taken-back", "A room was in the store, and was deleted."),
  .forbidden("left-over", "Something of a room is still pending in 'imports'."),
  .forbidden("others-fail", "Another part of the app could not save what it had changed."),
  .forbidden("asked-on", "The service was asked on behind the stop, more than once."),
  .forbidden("two-questions", "The service was asked while it had another question to answer."),
]

private let whole = Outcome.allowed("all", "All rooms are in the store.")

/// Nothing stops it. `stored` were there before.
func syncing(
  _ id: String, server: [String], stored: [String], _ storage: ChatStack.Storage
) -> Trial<any SyncsRooms> {
  Trial(
    id,
    outcomes: [whole] + common + [
      .forbidden("failed", "The sync ended with an error, and there was none."),
      .forbidden("miscounted", "The number of new rooms is wrong."),
    ], meanwhile: "a sync is started, and another part of the app saves a topic."
  ) { answer, runtime in
    let screen = try SyncScreen(runtime, stored: stored, server: server, storage)
    _ = screen.tapSync(answer)
    screen.work()
    runtime.atEnd { runtime.outcome(try screen.judged(storing: server.count - stored.count)) }
  }
}

private let stopping: [Outcome] =
  [whole, .allowed("stopped", "The first rooms are in the store, and whole; the rest is not.")]
  + common + [
    .forbidden("told-done", "The sync was stopped, and its end says that all is there."),
    .forbidden("told-stopped", "All rooms are there, and the end of the sync says it was stopped."),
    .forbidden("other-error", "The sync was stopped, and ended with another error."),
  ]

/// Stop is tapped at any moment.
///
///     main            sync                        imports
///     tap Sync        is a room there?
///                     asks the service
///     tap Stop                                    another part saves
///                     stores the room
func stopping(
  _ id: String, server: [String], stored: [String] = [], isOtherPartAtWork: Bool
) -> Trial<any SyncsRooms> {
  Trial(
    id, outcomes: stopping,
    meanwhile: "a sync is started and stopped"
      + (isOtherPartAtWork ? ", and another part of the app saves a topic." : ".")
  ) { answer, runtime in
    let screen = try SyncScreen(runtime, stored: stored, server: server)
    let sync = screen.tapSync(answer)
    if isOtherPartAtWork { screen.work() }
    screen.tapStop(sync)
    runtime.atEnd { runtime.outcome(try screen.judgedAfterStop(having: stored)) }
  }
}

/// A sync is stopped, and when it has ended a second one is started, which nothing stops.
func syncingAgain(_ id: String) -> Trial<any SyncsRooms> {
  Trial(
    id,
    outcomes: [whole] + common + [
      .forbidden("failed", "The second sync ended with an error, and there was none."),
      .forbidden("miscounted", "The number of new rooms is wrong."),
    ], meanwhile: "a sync is started and stopped, and then another one is started."
  ) { answer, runtime in
    let screen = try SyncScreen(runtime)
    let first = screen.tapSync(answer)
    runtime.task("again") {
      await first.value
      screen.forgetTheStop()
      await screen.tapSync(answer).value
    }
    screen.tapStop(first)
    runtime.atEnd {
      let outcome = try screen.judgedAfterStop()
      let isMissing = ["stopped", "told-done", "told-stopped"].contains(outcome)
      runtime.outcome(isMissing ? "missing" : outcome)
    }
  }
}

private let failing: [Outcome] =
  [.allowed("told", "What came before is in the store, and the error is told.")] + common + [
    .forbidden("went-on", "A room is stored that comes behind an error."),
    .forbidden("told-done", "Not all could be stored, and the end of the sync says it was."),
    .forbidden("blamed", "Something failed, and the end of the sync says that it was stopped."),
  ]

/// The service has no answer for the second room.
func goingOffline(_ id: String) -> Trial<any SyncsRooms> {
  Trial(
    id, outcomes: failing,
    meanwhile: "the service cannot be reached for the second room; another part saves a topic."
  ) { answer, runtime in
    let screen = try SyncScreen(runtime, offlineAt: "Market")
    _ = screen.tapSync(answer)
    screen.work()
    runtime.atEnd { runtime.outcome(try screen.judgedAfterError(storing: ["Harbour"])) }
  }
}

/// No save takes the second room. When the sync has ended, another part of the app saves.
func refusing(_ id: String) -> Trial<any SyncsRooms> {
  Trial(
    id, outcomes: failing,
    meanwhile: "the second room cannot be saved; behind the sync another part saves a topic."
  ) { answer, runtime in
    let screen = try SyncScreen(
      runtime, server: ["Harbour", "Market", "Attic"], tooLongAt: "Market")
    _ = screen.tapSync(answer) { screen.work() }
    runtime.atEnd { runtime.outcome(try screen.judgedAfterError(storing: ["Harbour"])) }
  }
}

/// The save of the first room meets somebody else's, in a change of another part in `imports`.
func conflicting(_ id: String) -> Trial<any SyncsRooms> {
  Trial(
    id, outcomes: failing,
    meanwhile: "imports holds a change of another part that meets somebody else's, so that no save "
      + "can go well."
  ) { answer, runtime in
    let screen = try SyncScreen(runtime, server: ["Harbour"])
    try screen.makeSavesFail()
    _ = screen.tapSync(answer)
    runtime.atEnd { runtime.outcome(try screen.judgedAfterConflict()) }
  }
}
