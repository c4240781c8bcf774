import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any KeepsTitlesFresh>(
  trials: [
    renaming("cafeteria", to: "Cafeteria"),
    renaming("harbour", to: "Harbour"),
    refused("save-refused", to: "Cafeteria"),
  ],
  misconceptions: [
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
      "After reset the objects that the screen holds belong to nobody.", rung: 2
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
      because: "The object that is known to have changed is refreshed, and keeps its own changes."
    ) { RefreshesTheRoom() },
    .solution(
      because: "The view context merges every save that reaches the coordinator. Its merge is "
        + "enqueued by the save, so a block enqueued afterwards finds it done."
    ) { MergesByItself() },
  ],
  museum: [
    .wrong(.wrong, "fetching-is-not-refreshing", because: "As shipped: fetches.") { AsShipped() },
    .wrong(.wrong, "fetching-is-not-refreshing", because: "Fetches twice.") { FetchesTwice() },
    .wrong(.wrong, "fetching-is-not-refreshing", because: "Shortens the staleness interval.") {
      ForgetsAboutStaleness()
    },
    .wrong(.wrong, "refresh-can-keep-edits", because: "Refreshes without merging.") {
      EatsTheEdit()
    },
    .wrong(.wrong, "reset-forgets-everything", because: "Resets the view.") { ResetsTheView() },
    .wrong(.wrong, "refresh-on-its-queue", because: "Refreshes from the background.") {
      RefreshesFromThere()
    },
    .wrong(.wrong, "error-means-nothing-saved", because: "Drops the error of the save.") {
      IgnoresTheError()
    },
    .wrong(.wrong, "refresh-after-the-save", because: "Shows first, saves then.") {
      ShowsBeforeTheSave()
    },
    .wrong(.pass, nil, because: "Merges what was saved into the view context.") {
      MergesTheNotification()
    },
    .wrong(.pass, nil, because: "Awaits the save, then refreshes the room on the main actor.") {
      RefreshesInATask()
    },
    .wrong(.pass, nil, because: "Goes to main by Dispatch, and refreshes there.") {
      RefreshesByDispatch()
    },
    .wrong(.pass, nil, because: "Has the notification delivered on the main queue.") {
      ObservesOnMain()
    },
    .wrong(.wrong, "refresh-can-keep-edits", because: "Refreshes without keeping what was typed.") {
      RefreshesAllFresh()
    },
    .wrong(.wrong, nil, because: "Writes the name into the screen's room as well.") {
      SetsTheNameInTheView()
    },
    .wrong(.wrong, nil, because: "Renames in the view and saves there.") {
      RenamesInTheView()
    },
    .wrong(
      .wrong, "refresh-can-keep-edits",
      because: "Rolls the view back, so that its room is read again."
    ) {
      RollsTheViewBack()
    },
    .wrong(.wrong, nil, because: "Saves what the reader has typed, to be able to refresh.") {
      SavesTheView()
    },
    .wrong(
      .wrong, "fetching-is-not-refreshing", because: "Says done first and refreshes afterwards."
    ) {
      DoneThenRefresh()
    },
    .wrong(
      .wrong, "refresh-after-the-save",
      because: "Refreshes the screen's room while the save is under way."
    ) {
      RefreshesBeforeTheSave()
    },
    .wrong(
      .wrong, "refresh-on-its-queue", because: "Merges the notification on the queue that posts it."
    ) {
      MergesInTheBackground()
    },
    .wrong(.wrong, "failed-save-stays-pending", because: "Leaves behind what was refused.") {
      LeavesItPending()
    },
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
