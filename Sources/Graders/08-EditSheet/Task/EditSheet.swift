import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any EditsRooms>(
  trials: [
    cancelling("cancel", ["Caf", "Cafeteria"]),
    cancelling("cancel-again", ["Sw"]),
    confirming("done", ["Caf", "Cafeteria"]),
    confirming("done-again", ["Swift on Linux"]),
    cancelling("cancel-untouched", []),
    confirming("done-untouched", []),
    cancelling("cancel-beside-topic", ["Caf"], besideTopic: true),
    confirming("done-beside-topic", ["Cafeteria"], besideTopic: true),
    twoSheets("two-sheets"),
    refused("save-refused"),
    storeGone("store-gone"),
    confirming("done-emptied", ["Caf", ""]),
  ],
  misconceptions: [
    Misconception(
      "a-sheet-of-its-own",
      "A context is saved as a whole, with what another sheet has half typed in it. Give "
        + "each sheet its own."
    ) { $0.trial == "two-sheets" && $0.isOutcome("half-typed") },
    Misconception(
      "sheet-has-a-queue",
      "A private context is used on its own queue only, by the main thread too.", rung: 2
    ) { $0.isOutcome("violation") },
    Misconception(
      "main-is-needed-above",
      "Main waits for the sheet, and a block of the sheet waits for its parent, which is main.",
      rung: 2
    ) { $0.verdict == .hang },
    Misconception(
      "view-context-is-shared",
      "What is written into the view context is seen by every screen, and saved by the first who saves "
        + "first. Taking it back later is too late."
    ) { $0.isOutcome("half-typed") },
    Misconception(
      "cancel-takes-all",
      "rollback and reset concern a whole context, a refresh without merging a whole object. In the "
        + "view context others have work too."
    ) { $0.isOutcome("draft-lost") },
    Misconception(
      "upper-level-may-refuse",
      "The save was refused, and its error was dropped. The reader who tapped on Done has to know.",
      rung: 0
    ) { $0.isOutcome("not-stored") && $0.count(.saveFailed) > 0 },
    Misconception(
      "started-is-not-finished",
      "The sheet closes, and the save comes in a later turn. Close it when the save is over."
    ) {
      $0.isOutcome("not-stored") && !$0.savesAChange(untilTold: true)
        && $0.savesAChange(in: "view")
    },
    Misconception(
      "one-level-only",
      "save goes one level up. The child's save ended in the memory of the view context, and the "
        + "view context's save does not look into its children.", rung: 2
    ) {
      $0.isOutcome("not-stored") && $0.count(.save) > 0
        && !$0.savesAChange(in: "view", untilTold: true)
    },
    Misconception(
      "nothing-saved", "Nothing was saved, so nothing can be in the store.", rung: 2
    ) { $0.isOutcome("not-stored") && $0.count(.save) == 0 },
    Misconception(
      "saved-is-not-seen",
      "The store has the new name, and the view context still shows the one it has read before. "
        + "It must be told, or be asked to look again."
    ) { $0.isOutcome("list-stale") },
    .upperLevelMayRefuse(rung: 0),
    .neverTold("close", seenAs: "left-open"),
  ],
  solutions: [
    .solution(
      "EditsInAChild",
      because: "The sheet has a context of its own, a child of the view context, and edits the "
        + "child's room. Cancelling forgets it; confirming saves both levels."),
    .solution(
      "KeepsTheName",
      because: "The scratch pad need not be a context. The name is kept until it is confirmed, "
        + "and only then goes into the room."),
    .solution(
      "EditsInAPrivateChild",
      because: "A private child does as well, if main never waits for it: each step is a block of "
        + "the context it concerns, and the last one closes the sheet."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "view-context-is-shared",
      because: "As shipped: edits in the view context."),
    .piece(
      "WritesTheOldNameBack", .wrong, "view-context-is-shared",
      because: "Remembers the old name to write it back."),
    .piece(
      "EditsTheWrongRoom", .wrong, "view-context-is-shared",
      because: "Has a child, and edits the view's room."),
    .piece(
      "SavesEachKeystroke", .wrong, "view-context-is-shared",
      because: "Saves the child at every keystroke."),
    .piece(
      "RollsTheViewBack", .wrong, "cancel-takes-all",
      because: "Rolls the view context back as well."),
    .piece("SavesTheChildOnly", .wrong, "one-level-only", because: "Saves the child alone."),
    .piece("SavesTheParentOnly", .wrong, "one-level-only", because: "Saves the parent alone."),
    .piece(
      "EditsBesideTheView", .wrong, "saved-is-not-seen",
      because: "Edits beside the view, which is not told."),
    .piece(
      "UsesAPrivateChild", .wrong, "sheet-has-a-queue", because: "Uses a private child from main."),
    .piece(
      "WaitsForAPrivateChild", .hang, "main-is-needed-above",
      because: "Main waits for a private child."),
    .piece(
      "IgnoresTheError", .wrong, "upper-level-may-refuse",
      because: "Ignores the error of the second save."),
    .piece(
      "KeepsSilent", .wrong, "never-told", because: "Forgets the sheet when a save is refused."),
    .piece(
      "RefreshesOnCancel", .wrong, "cancel-takes-all",
      because: "Keeps a string, and refreshes the room on cancel, to be sure."),
    .piece(
      "ClosesIfTyped", .wrong, "never-told",
      because: "Closes on cancel only if there was something to take back."),
    .piece(
      "SwallowsItBeside", .wrong, "upper-level-may-refuse",
      because: "Saves beside the view, and closes without the error."),
    .piece(
      "LetsTheStoreWin", .wrong, "upper-level-may-refuse",
      because: "Lets the store win, and closes as if the name were there."),
    .piece("KeepsAString", .pass, because: "Keeps the name in a variable until it is confirmed."),
    .piece(
      "ConfirmsInATask", .pass, because: "Keeps a string, and saves in a task of the main actor."),
    .piece(
      "RefreshesTheRoom", .wrong, "view-context-is-shared",
      because: "Edits the view's room, and refreshes it on cancel."),
    .piece(
      "UsesAnUndoManager", .wrong, "view-context-is-shared",
      because: "Undoes on cancel what was typed, with all that came since."),
    .piece(
      "ForgetsTheView", .wrong, "one-level-only",
      because: "Saves the sheet's child, and not the view."),
    .piece(
      "SwallowsTheRefusal", .wrong, "upper-level-may-refuse", because: "Closes without the error."),
    .piece(
      "SavesAsOneTypes", .wrong, "view-context-is-shared",
      because: "Saves the child with each keystroke."),
    .piece(
      "SavesOnCancelToo", .wrong, "view-context-is-shared",
      because: "Takes the name back on cancel, and saves that."),
    .piece(
      "ClosesBeforeTheSave", .wrong, "started-is-not-finished",
      because: "Closes, and saves in a later turn."),
    .piece(
      "LetsTheirsStay", .wrong, "upper-level-may-refuse",
      because: "Makes sure that the save is never refused: theirs stays."),
    .piece(
      "TakesTheFirstKeystroke", .wrong, because: "Writes down the first name only."),
    .piece(
      "RenamesTheFirstRoom", .wrong, because: "Edits the first room that the child finds."),
    .piece(
      "SavesWithoutTheDraft", .wrong, "cancel-takes-all",
      because: "Discards everything else in the view before it saves."),
    .piece(
      "SharesOneChild", .wrong, "a-sheet-of-its-own",
      because: "All sheets edit in one child, and one Done saves them all."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "EditsInAChild, without the call: sheet.reset()",
      because: "A child that is not saved takes its changes with it."),
    HarmlessSlip(
      "EditsInAChild, turned round: sheet.reset() / close(nil)",
      because: "The child is not looked into between the two."),
    HarmlessSlip(
      "EditsInAPrivateChild, without the call: sheet.perform { sheet.reset() }",
      because: "A child that is not saved takes its changes with it."),
    HarmlessSlip(
      "EditsInAPrivateChild, turned round: sheet.perform { sheet.reset() } / close(nil)",
      because: "The child is not looked into between the two."),
    HarmlessSlip(
      "EditsInAPrivateChild, turned round: try result.get() / try view.save()",
      because: "If the sheet was refused, the view context has nothing of it to save."),
  ])

extension Finding {
  /// Whether changed objects are saved, in a context of this name: at all, or before the sheet closes.
  fileprivate func savesAChange(in name: String? = nil, untilTold: Bool = false) -> Bool {
    let told = untilTold ? events.firstIndex { $0.fact is ListenerFact } : nil
    return events[..<(told ?? events.count)].contains { event in
      guard case .save(let changes, let context)? = event.fact as? CoreDataFact else {
        return false
      }
      return changes.updated > 0 && context == name ?? context
    }
  }
}
