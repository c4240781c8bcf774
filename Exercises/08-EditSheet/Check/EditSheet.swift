import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any EditsRooms>(
  trials: [
    cancelling("cancel", ["Caf", "Cafeteria"]),
    cancelling("cancel-again", ["Sw"]),
    confirming("done", ["Caf", "Cafeteria"]),
    confirming("done-again", ["Swift on Linux"]),
    refused("save-refused"),
  ],
  misconceptions: [
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
      "What is written into the view context is seen by every screen, and saved by whoever saves "
        + "first. Taking it back later is too late."
    ) { $0.isOutcome("half-typed") },
    Misconception(
      "cancel-takes-all",
      "rollback and reset concern a whole context. In the view context others have work too."
    ) { $0.isOutcome("draft-lost") },
    Misconception(
      "one-level-only",
      "save goes one level up. The child's save ended in the memory of the view context, and the "
        + "view context's save does not look into its children.", rung: 2
    ) { $0.isOutcome("not-stored") && $0.count(.save) > 0 },
    Misconception(
      "nothing-saved", "Nothing was saved, so nothing can be in the store.", rung: 2
    ) { $0.isOutcome("not-stored") },
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
      because: "The sheet has a context of its own, a child of the view context, and edits the "
        + "child's room. Cancelling forgets it; confirming saves both levels."
    ) { EditsInAChild() },
    .solution(
      because: "The scratch pad need not be a context. The name is kept until it is confirmed, "
        + "and only then goes into the room."
    ) { KeepsTheName() },
    .solution(
      because: "A private child does as well, if main never waits for it: each step is a block of "
        + "the context it concerns, and the last one closes the sheet."
    ) { EditsInAPrivateChild() },
  ],
  museum: [
    .wrong(.wrong, "view-context-is-shared", because: "As shipped: edits in the view context.") {
      AsShipped()
    },
    .wrong(.wrong, "view-context-is-shared", because: "Remembers the old name to write it back.") {
      WritesTheOldNameBack()
    },
    .wrong(.wrong, "view-context-is-shared", because: "Has a child, and edits the view's room.") {
      EditsTheWrongRoom()
    },
    .wrong(.wrong, "view-context-is-shared", because: "Saves the child at every keystroke.") {
      SavesEachKeystroke()
    },
    .wrong(.wrong, "cancel-takes-all", because: "Rolls the view context back as well.") {
      RollsTheViewBack()
    },
    .wrong(.wrong, "one-level-only", because: "Saves the child alone.") { SavesTheChildOnly() },
    .wrong(.wrong, "one-level-only", because: "Saves the parent alone.") { SavesTheParentOnly() },
    .wrong(.wrong, "saved-is-not-seen", because: "Edits beside the view, which is not told.") {
      EditsBesideTheView()
    },
    .wrong(.wrong, "sheet-has-a-queue", because: "Uses a private child from main.") {
      UsesAPrivateChild()
    },
    .wrong(.hang, "main-is-needed-above", because: "Main waits for a private child.") {
      WaitsForAPrivateChild()
    },
    .wrong(.wrong, "upper-level-may-refuse", because: "Ignores the error of the second save.") {
      IgnoresTheError()
    },
    .wrong(.wrong, "never-told", because: "Forgets the sheet when a save is refused.") {
      KeepsSilent()
    },
    .wrong(.pass, nil, because: "Keeps the name in a variable until it is confirmed.") {
      KeepsAString()
    },
    .wrong(.pass, nil, because: "Keeps a string, and saves in a task of the main actor.") {
      ConfirmsInATask()
    },
    .wrong(
      .wrong, "view-context-is-shared",
      because: "Edits the view's room, and refreshes it on cancel."
    ) {
      RefreshesTheRoom()
    },
    .wrong(.wrong, "view-context-is-shared", because: "Undoes everything in the view on cancel.") {
      UsesAnUndoManager()
    },
    .wrong(.wrong, "one-level-only", because: "Saves the sheet's child, and not the view.") {
      ForgetsTheView()
    },
    .wrong(.wrong, "upper-level-may-refuse", because: "Closes without the error.") {
      SwallowsTheRefusal()
    },
    .wrong(.wrong, "view-context-is-shared", because: "Saves the child with each keystroke.") {
      SavesAsOneTypes()
    },
    .wrong(
      .wrong, "view-context-is-shared", because: "Takes the name back on cancel, and saves that."
    ) {
      SavesOnCancelToo()
    },
    .wrong(.wrong, "one-level-only", because: "Closes, and saves in a later turn.") {
      ClosesBeforeTheSave()
    },
    .wrong(.wrong, "upper-level-may-refuse", because: "Makes sure that the save is never refused.")
    {
      OverwritesTheirs()
    },
    .wrong(.wrong, "one-level-only", because: "Writes down the first name only.") {
      TakesTheFirstKeystroke()
    },
    .wrong(.wrong, "one-level-only", because: "Edits the first room that the child finds.") {
      RenamesTheFirstRoom()
    },
    .wrong(
      .wrong, "cancel-takes-all", because: "Discards everything else in the view before it saves."
    ) {
      SavesWithoutTheDraft()
    },
  ],
  harmlessSlips: [
    HarmlessSlip(
      "EditsInAChild, without the call: sheet.reset()",
      because: "A child that nobody saves takes its changes with it."),
    HarmlessSlip(
      "EditsInAChild, turned round: sheet.reset() / close(nil)",
      because: "Nobody looks into the child between the two."),
    HarmlessSlip(
      "EditsInAPrivateChild, without the call: sheet.perform { sheet.reset() }",
      because: "A child that nobody saves takes its changes with it."),
    HarmlessSlip(
      "EditsInAPrivateChild, turned round: sheet.perform { sheet.reset() } / close(nil)",
      because: "Nobody looks into the child between the two."),
    HarmlessSlip(
      "EditsInAPrivateChild, turned round: try result.get() / try view.save()",
      because: "If the sheet was refused, the view context has nothing of it to save."),
  ])
