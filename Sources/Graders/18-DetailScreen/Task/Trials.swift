import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("followed", "The screen was right whenever somebody looked, and so is the store."),
  .forbidden("blank", "The screen showed a room without a name."),
  .forbidden("mixed", "The screen showed what was neither typed nor saved."),
  .forbidden("typed-lost", "What was typed was no longer in the field, and it was not saved."),
  .forbidden("behind", "The view had merged what others had saved, and the screen showed it not."),
  .forbidden("still-open", "The view had merged the deletion, and the screen was still open."),
  .forbidden("closed", "The screen closed, and its room had not been deleted."),
  .forbidden("came-back", "The room had been deleted, and the store has it again."),
  .forbidden("overwritten", "What others have saved, and was not typed here, is undone."),
  .forbidden("other-room", "Another room was changed, or this one was deleted by the screen."),
  .forbidden("error-swallowed", "Saving was said to have succeeded, and the topic is not stored."),
  .forbidden("said-refused", "Saving was said to have failed, and the topic is stored."),
  .forbidden("gave-up", "The room had not been deleted, and what was typed was not saved."),
  .forbidden("draft-lost", "A message that somebody was writing in the view is gone."),
  .forbidden("view-stuck", "The view cannot be saved any more, after all is over."),
  .forbidden("left-pending", "A later save of the view stored something else of the room."),
]

/// What a sync does to the room, or to another one of the same name, in one save.
typealias Change = @Sendable (_ room: Room, _ namesake: Room) -> Void

/// A sync saves something while the topic is typed, saved, or only looked at.
///
///     main                         sync                    finger
///     open
///                                  change, save ...        main.async { type }
///     merge ...                                            main.async { save }
func editing(
  _ id: String, typing topic: String?, saving: Bool = true, _ changes: Change...
) -> Trial<any EditsDetails> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try DetailScreen(runtime, answer)
    try screen.sync(changes)
    runtime.thread("finger") {
      screen.turn { topic.map($0.type) }
      screen.turn { if saving { $0.save() } }
    }
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// When the topic has been saved, a sync changes it, too.
func changing(
  _ id: String, afterSaving topic: String, _ change: @escaping @Sendable (Room) -> Void
) -> Trial<any EditsDetails> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try DetailScreen(runtime, answer)
    screen.turn {
      $0.type(topic)
      $0.save()
      $0.syncLater(change)
    }
    runtime.thread("finger") { screen.turn { _ in } }
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}

/// The view has something that no save may take. When that was put right, Save is tapped again.
func refused(_ id: String, typing topic: String) -> Trial<any EditsDetails> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let screen = try DetailScreen(runtime, answer)
    screen.turn {
      $0.makeDraftTooLong()
      $0.type(topic)
      $0.save(mayBeRefused: true)
    }
    screen.turn {
      $0.shortenDraft()
      $0.save()
    }
    runtime.atEnd { runtime.outcome(try screen.outcome()) }
  }
}
