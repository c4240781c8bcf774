import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("done", "All is stored and shown, and the screen was told when it was."),
  .forbidden("not-told", "The screen was never told of the end of a save."),
  .forbidden("told-twice", "The screen was told twice of one save."),
  .forbidden("off-main", "The screen was told on another queue than main."),
  .forbidden("on-main", "The changes were made on main."),
  .forbidden("stale", "The screen was told that all is saved, and still showed what was before."),
  .forbidden("objects-gone", "The objects of the screen have lost their context."),
  .forbidden("lost", "The screen was told that all is saved, and it is not in the store."),
  .forbidden("unblamed", "A save was refused, and the screen was told that all is saved."),
  .forbidden("blamed", "The screen was told of an error, and there was none in that save."),
  .forbidden("half", "A part of what was given up or refused is in the store."),
  .forbidden("out-of-order", "The screen was told of the second save before the first."),
  .forbidden("draft", "What the user was still typing was saved."),
  .forbidden("draft-gone", "What the user was still typing is gone."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
]

/// One tap on Save.
func saving(
  _ id: String, _ change: Change, topic: String = "", messages: [String] = ["Ahoy"]
) -> Trial<any SavesWithCompletion> {
  Trial(id, outcomes: outcomes, meanwhile: "a window opens, and its user taps Save.") {
    answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.main.async { window.save(change) }
    runtime.atEnd {
      runtime.outcome(try window.outcome(topic: topic, messages: messages) ?? "done")
    }
  }
}

/// A disk that takes 20 ms.
func savingSlowly(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(id, outcomes: outcomes, meanwhile: "a window opens, and its user taps Save.") {
    answer, runtime in
    let window = try SavingWindow(runtime, .sqlite)
    window.open(answer)
    runtime.main.async { window.save(.append("A")) }
    runtime.atEnd { runtime.outcome(try window.outcome(topic: "A") ?? "done") }
  }
}

/// Two taps, one after the other.
///
///     main                        beside it
///     save(changes, then)
///     save(changes, then)         changes, save
///     then                        changes, save
///     then
func savingTwice(
  _ id: String, _ first: Change, _ second: Change, topic: String
) -> Trial<any SavesWithCompletion> {
  Trial(id, outcomes: outcomes, meanwhile: "a window opens, and its user taps Save twice.") {
    answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.thread("fingers") {
      for change in [first, second] { runtime.main.async { window.save(change) } }
    }
    runtime.atEnd { runtime.outcome(try window.outcome(topic: topic) ?? "done") }
  }
}

/// The second save is asked for by what was told of the first one.
func savingOn(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(id, outcomes: outcomes, meanwhile: "each save that has ended asks for the next one.") {
    answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.main.async {
      window.save(.append("A")) { window.save(.append("B")) { window.save(.append("C")) } }
    }
    runtime.atEnd { runtime.outcome(try window.outcome(topic: "ABC") ?? "done") }
  }
}

/// While a second save waits, what was told of the first one asks for a third.
func savingOnBesideAnother(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the user taps Save twice, and the end of the first save asks for one more."
  ) { answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.main.async {
      window.save(.append("A")) { window.save(.append("C")) }
      window.save(.append("B"))
    }
    runtime.atEnd { runtime.outcome(try window.outcome(topic: "ABC") ?? "done") }
  }
}

/// The window is closed, and its saver let go, in the turn of the tap.
func savingAndClosing(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(
    id, outcomes: outcomes, meanwhile: "the user taps Save and closes the window at once."
  ) { answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.main.async {
      window.save(.append("A"))
      window.close()
    }
    runtime.atEnd { runtime.outcome(try window.outcome(topic: "A") ?? "done") }
  }
}

/// Something is being typed that is not to be saved.
func savingBesideADraft(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the user has typed a topic for Market, and saves something else."
  ) { answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    runtime.main.async {
      window.typeDraft()
      window.save(.append("A"))
    }
    runtime.atEnd {
      let wrong = try window.outcome(topic: "A")
      runtime.outcome(wrong ?? (window.hasDraft ? "done" : "draft-gone"))
    }
  }
}

/// Another part of the app saves the same property of the same room.
func savingBesideAnother(_ id: String) -> Trial<any SavesWithCompletion> {
  let refused = Outcome.interesting("refused", "It met the other save, and the screen says so.")
  return Trial(
    id, outcomes: outcomes + [refused],
    meanwhile: "a window opens, and its user taps Save; a sync saves the same topic."
  ) { answer, runtime in
    let window = try SavingWindow(runtime)
    window.open(answer)
    window.syncTopic("B")
    runtime.main.async { window.save(.append("A", besideAnother: true)) }
    runtime.atEnd {
      let wrong = try window.outcome(where: { $0.contains("A") != window.wasRefused })
      runtime.outcome(wrong ?? (window.wasRefused ? "refused" : "done"))
    }
  }
}

/// Two windows, each with a stack of its own.
func savingInTwo(_ id: String) -> Trial<any SavesWithCompletion> {
  Trial(id, outcomes: outcomes, meanwhile: "two windows have a store each, and both save.") {
    answer, runtime in
    let windows = [try SavingWindow(runtime), try SavingWindow(runtime)]
    for window in windows { window.open(answer) }
    runtime.main.async { for window in windows { window.save(.append("A")) } }
    runtime.atEnd {
      let wrong = try windows.compactMap { try $0.outcome(topic: "A") }
      runtime.outcome(wrong.first ?? "done")
    }
  }
}
