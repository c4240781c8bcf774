import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any RenamesWithCare>(
  trials: [
    renaming("cafeteria", to: "Cafeteria", beside: "Canteen"),
    renaming("harbour", to: "Harbour", beside: "Port"),
    renaming("another-topic", to: "Cafeteria", beside: "Cake", as: "topic"),
    renaming("another-number", to: "Cafeteria", beside: 3, as: "messageCount"),
  ],
  misconceptions: [
    Misconception(
      "error-means-nothing-saved",
      "When save throws, nothing was written. try? throws that knowledge away."
    ) { $0.isOutcome("said-saved") },
    Misconception(
      "failed-save-stays-pending",
      "A save that failed leaves its changes pending, so every later save fails with them. Take "
        + "them out of the context first.", rung: 2
    ) { $0.isOutcome("poisoned") },
    Misconception(
      "saving-again-is-a-decision",
      "Who saves again after a conflict, by a merge policy or by a refresh that keeps the "
        + "change, decides unseen that the other one loses. This screen wants to be told.", rung: 2
    ) { $0.isOutcome("overwritten") },
    Misconception(
      "always-refused", "There are orders in which the rename is saved. Then it was not refused.",
      rung: 0
    ) { $0.isOutcome("said-refused") || $0.cause == "excluded.saved-first" },
  ],
  solutions: [
    .solution(
      "RollsBack",
      because: "The error is caught, the change taken back with a rollback, and the admin is told. "
        + "The context has nothing pending afterwards."),
    .solution(
      "RefreshesTheRoom",
      because: "Only the room is brought back to what the store says, without the local change; "
        + "whatever else the context holds stays."),
  ],
  museum: [
    .piece(
      "ComparesTheNames", .wrong, "saving-again-is-a-decision",
      because: "Reads anew first, and compares names."),
    .piece(
      "AsShipped", .wrong, "error-means-nothing-saved", because: "As shipped: ignores the error."),
    .piece(
      "RollsBackInSilence", .wrong, "error-means-nothing-saved",
      because: "Takes it back, and says nothing."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending",
      because: "Says so, and leaves it pending."),
    .piece(
      "TrumpsTheStore", .wrong, "saving-again-is-a-decision", because: "Lets the context win."),
    .piece(
      "MergesAndSavesAgain", .wrong, "saving-again-is-a-decision",
      because: "Merges first, and saves over it."),
    .piece(
      "TriesAgain", .wrong, "failed-save-stays-pending", because: "Tries the same save three times."
    ),
    .piece(
      "NeverRenames", .wrong, "always-refused", because: "Says refused, and has not even tried."),
    .piece("AlwaysRefuses", .wrong, "always-refused", because: "Says refused whatever happens."),
    .piece(
      "RefusesAndMerges", .pass,
      because: "Catches the conflict, rolls back and reads the room anew."),
    .piece(
      "AsksTheStoreFirst", .pass,
      because: "Looks whether the room has changed, and relies on the save all the same."),
    .piece(
      "SwitchesThePolicyBack", .pass,
      because: "Makes sure that conflicts are errors while it saves."),
    .piece(
      "OnlyRefuses", .wrong, "failed-save-stays-pending",
      because: "Tells the truth, and leaves the change where it is."),
    .piece(
      "OverwritesTheStore", .wrong, "saving-again-is-a-decision", because: "Lets its own name win."),
    .piece(
      "LetsTheStoreWin", .wrong, "error-means-nothing-saved",
      because: "Lets the other name win, and says that its own was saved."),
    .piece(
      "RefreshesAndSavesAgain", .wrong, "saving-again-is-a-decision",
      because: "Reads the room anew and saves over it."),
    .piece(
      "ResetsTheContext", .wrong,
      because: "Forgets everything in the context, the room of the screen too."),
    .piece(
      "DeletesTheRoom", .wrong, "failed-save-stays-pending",
      because: "Takes the room out of the context by deleting it."),
    .piece(
      "RollsBackFirst", .wrong, "error-means-nothing-saved",
      because: "Throws its own name away before it saves."),
    .piece(
      "LooksAtTheChanges", .wrong, "error-means-nothing-saved",
      because: "Judges by `hasChanges`, having swallowed the error."),
    .piece(
      "KeepsAnotherPolicy", .wrong,
      because: "Rolls back, and leaves the context with another merge policy."),
    .piece(
      "ComparesNameAndTopic", .wrong, "saving-again-is-a-decision",
      because: "Reads anew first, and compares two of the room's properties."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "without the call: context.refresh(room, mergeChanges: false)",
      because: "The name has been taken back already; what is left is an old value."),
    HarmlessSlip(
      "RefusesAndMerges, without the call: context.rollback()",
      because: "The refresh takes the name back as well."),
    HarmlessSlip(
      everywhere: "turned round: context.rollback() / context.refresh(",
      because: "Either of them takes the name back."),
    HarmlessSlip(
      everywhere: "turned round: context.refresh(room, mergeChanges: false) / return",
      because: "As without the refresh: the name has been taken back already."),
    HarmlessSlip(
      everywhere: "turned round: room.name = before / context.refresh(",
      because: "Either of them takes the name back."),
  ])
