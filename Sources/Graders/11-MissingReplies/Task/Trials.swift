import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("shown", "All replies are stored and shown, each once."),
  .forbidden("missing", "A reply is in the store, and the screen does not show it."),
  .forbidden("not-stored", "A reply of the server's is not in the store."),
  .forbidden("twice", "A reply is there twice."),
  .forbidden("half-page", "A part of a page that the store refuses is stored."),
  .forbidden("not-told", "The screen was never told that it is up to date."),
  .forbidden("told-twice", "The screen was told twice that it is up to date."),
  .forbidden("off-main", "The screen was told on another queue than main."),
  .forbidden("draft-saved", "What the user was still typing was saved."),
  .forbidden("draft-gone", "What the user was still typing is gone."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
]

func refreshing(
  _ id: String, stored: [String] = [], server: [[String]], _ storage: ChatStack.Storage = .memory
) -> Trial<any ShowsReplies> {
  Trial(id, outcomes: outcomes, meanwhile: "the screen is opened, and brought up to date.") {
    answer, runtime in
    let screen = try ReplyScreen(runtime, answer, stored: stored, server: server, storage)
    runtime.main.async {
      screen.open()
      screen.refresh()
    }
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

func refreshingTwice(_ id: String) -> Trial<any ShowsReplies> {
  Trial(id, outcomes: outcomes, meanwhile: "the screen is brought up to date, and once more.") {
    answer, runtime in
    let screen = try ReplyScreen(runtime, answer, server: [["One"], ["Two"]])
    runtime.main.async {
      screen.open()
      screen.refresh { screen.refresh() }
    }
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

func refreshingBesideADraft(_ id: String) -> Trial<any ShowsReplies> {
  Trial(id, outcomes: outcomes, meanwhile: "the user types while the screen is brought up to date.")
  {
    answer, runtime in
    let screen = try ReplyScreen(runtime, answer, stored: ["Old"], server: [["One"]])
    runtime.main.async {
      screen.open()
      screen.type()
      screen.refresh()
    }
    runtime.atEnd { runtime.outcome(try screen.outcome(hasDraft: true)) }
  }
}
