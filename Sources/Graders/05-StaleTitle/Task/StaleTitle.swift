import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any KeepsTitlesFresh>(
  trials: [
    renaming("cafeteria", to: "Cafeteria"),
    renaming("harbour", to: "Harbour"),
    renaming("typing-on", to: "Cafeteria", typingOn: "Being typed on"),
    refused("save-refused", to: "Cafeteria"),
    refusedBesideAnother("refused-beside-another", to: "Cafeteria"),
    renaming("named-so-already", to: "Cafeteria", isNamedSo: true),
    renaming("typed-since", to: "Cafeteria", typingOn: "Being typed on", hasTyped: false),
  ],
  misconceptions: [
    Misconception(
      "stored-is-not-shown",
      "The row has that name already, and the screen has not heard of it: it is told of what the "
        + "store has, not only of what this call has changed."
    ) { $0.isOutcome("stale") && $0.trial == "named-so-already" },
    Misconception(
      "refresh-after-the-save",
      "The object was refreshed before there was anything new to see. Save first.", rung: 0
    ) { $0.isOutcome("stale") && $0.isLast(.refresh, before: .didSave) },
    Misconception(
      "fetching-is-not-refreshing",
      "A fetch finds the object that the context already has, and leaves its values alone. The "
        + "age of cached rows matters to faults only."
    ) { $0.isOutcome("stale") },
    Misconception(
      "refresh-can-keep-edits",
      "A refresh that does not merge throws away what was changed here and not saved.", rung: 2
    ) { $0.isOutcome("edit-lost") },
    Misconception(
      "reset-forgets-everything",
      "After reset the objects that the screen holds belong to no context.", rung: 2
    ) { $0.isOutcome("screen-lost") },
    .errorMeansNothingSaved("The title cannot follow then, and the screen has to be told."),
    .failedSaveStaysPending,
    Misconception(
      "refresh-on-its-queue",
      "The view context is refreshed on the main queue, like everything else that is done to it."
    ) { $0.isOutcome("violation") },
  ],
  solutions: [
    .solution(
      "RefreshesTheRoom",
      because: "The object that is known to have changed is refreshed, and keeps its own changes."),
    .solution(
      "MergesByItself",
      because: "The view context merges every save that reaches the coordinator. Its merge is "
        + "enqueued by the save, so a block enqueued afterwards finds it done."),
  ],
  museum: [
    .piece(
      "SkipsTheSameName", .wrong, "stored-is-not-shown",
      because: "Tells the view nothing where the background's room has that name already."),
    .piece("AsShipped", .wrong, "fetching-is-not-refreshing", because: "As shipped: fetches."),
    .piece("FetchesTwice", .wrong, "fetching-is-not-refreshing", because: "Fetches twice."),
    .piece(
      "ForgetsAboutStaleness", .wrong, "fetching-is-not-refreshing",
      because: "Shortens the staleness interval."),
    .piece("EatsTheEdit", .wrong, "refresh-can-keep-edits", because: "Refreshes without merging."),
    .piece("ResetsTheView", .wrong, "reset-forgets-everything", because: "Resets the view."),
    .piece(
      "RefreshesFromThere", .wrong, "refresh-on-its-queue",
      because: "Refreshes from the background."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Drops the error of the save."),
    .piece(
      "ShowsBeforeTheSave", .wrong, "refresh-after-the-save", because: "Shows first, saves then."),
    .piece("MergesTheNotification", .pass, because: "Merges what was saved into the view context."),
    .piece(
      "RefreshesInATask", .pass,
      because: "Awaits the save, then refreshes the room on the main actor."),
    .piece("RefreshesByDispatch", .pass, because: "Goes to main by Dispatch, and refreshes there."),
    .piece("ObservesOnMain", .pass, because: "Has the notification delivered on the main queue."),
    .piece(
      "RefreshesAllFresh", .wrong, "refresh-can-keep-edits",
      because: "Refreshes without keeping what was typed."),
    .piece(
      "SetsTheNameInTheView", .wrong, because: "Writes the name into the screen's room as well."),
    .piece("RenamesInTheView", .wrong, because: "Renames in the view and saves there."),
    .piece(
      "RollsTheViewBack", .wrong, "refresh-can-keep-edits",
      because: "Rolls the view back, so that its room is read again."),
    .piece(
      "SavesTheView", .wrong, because: "Saves what the reader has typed, to be able to refresh."),
    .piece(
      "DoneThenRefresh", .wrong, "fetching-is-not-refreshing",
      because: "Says done first and refreshes afterwards."),
    .piece(
      "RefreshesBeforeTheSave", .wrong, "refresh-after-the-save",
      because: "Refreshes the screen's room while the save is under way."),
    .piece(
      "MergesInTheBackground", .wrong, "refresh-on-its-queue",
      because: "Merges the notification on the queue that posts it."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending",
      because: "Leaves behind what was refused."),
    .piece(
      "PutsBackWhatWasTyped", .wrong, "refresh-can-keep-edits",
      because: "Keeps what was typed when it was called, and puts it back later."),
    .piece(
      "RollsBackInASecondBlock", .wrong,
      because: "Takes back what was refused in another block than the save."),
    .piece(
      "AsksTooEarly", .wrong, "refresh-can-keep-edits",
      because: "Asks at the call whether there is something unsaved to keep."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "MergesByItself, turned round: view.automaticallyMergesChangesFromParent = true / "
        + "let id = room.objectID",
      because: "Both are over before anything is saved."),
    HarmlessSlip(
      "ObservesOnMain, turned round: background.rollback() / observation.end()",
      because: "A rollback posts nothing that is observed."),
  ])
