import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any EditsDetails>(
  trials: [
    editing("renamed", typing: "Ferries") { room, namesake in
      room.name = "Pier"
      namesake.managedObjectContext!.delete(namesake)
    },
    editing("same-topic", typing: "Ferries") { room, _ in
      (room.name, room.topic) = ("Pier", "Tides")
    },
    editing(
      "only-looked", typing: nil, { room, _ in (room.name, room.topic) = ("Pier", "Tides") },
      { room, _ in room.topic = "Storms" }),
    editing("deleted", typing: "Ferries") { room, _ in room.managedObjectContext!.delete(room) },
    editing(
      "renamed-and-deleted", typing: "Ferries", saving: false, { room, _ in room.name = "Pier" },
      { room, _ in room.managedObjectContext!.delete(room) }),
    changing("changed-later", afterSaving: "Ferries") { $0.topic = "Tides" },
    refused("refused", typing: "Ferries"),
    editing("typed-as-it-was", typing: "Boats", saving: false) { room, _ in
      (room.name, room.topic) = ("Pier", "Tides")
    },
  ],
  misconceptions: [
    Misconception(
      "started-is-not-finished",
      "perform returns at once. What its block will have stored, or not, is not known yet."
    ) { $0.isOutcome("error-swallowed") && $0.count(.willSave, on: "main") == 0 },
    Misconception(
      "fault-has-no-values",
      "The object is a fault, and its row is gone: each property reads as nothing, without an "
        + "error. Look it up in a way that can fail."
    ) { $0.isOutcome("blank") && $0.count(.inaccessibleFault) > 0 },
    Misconception(
      "policy-settles-all",
      "A policy decides between values. What becomes of a row that others have deleted Apple "
        + "leaves open; here the side that wins writes it again."
    ) { $0.isOutcome("came-back") && $0.count(.conflict, on: "main") > 0 },
    Misconception(
      "store-wins-in-silence",
      "Where the store wins in a conflict, what was typed is dropped, and the save succeeds."
    ) {
      $0.isOutcome("error-swallowed") && $0.count(.conflict, on: "main") > 0
        && $0.count(.saveFailed) == 0
    },
    Misconception(
      "error-means-nothing-saved",
      "When save throws, nothing was written. The reader who tapped on Save has to know."
    ) { $0.isOutcome("error-swallowed") && $0.count(.saveFailed) > 0 },
    Misconception(
      "clearing-takes-all",
      "rollback and reset concern a whole context: the text that was typed, and what others have "
        + "in the view.", rung: 2
    ) { finding in
      ["draft-lost", "typed-lost"].contains { finding.isOutcome($0) }
        && finding.count(.rollback) + finding.count(.reset) > 0
    },
    Misconception(
      "refresh-drops-edits",
      "A refresh without merging makes the room a fault, and what was typed goes with its values.",
      rung: 2
    ) { $0.isOutcome("typed-lost") && $0.count(.refresh) > 0 },
    Misconception(
      "copy-does-not-follow",
      "What the screen keeps beside the room is a copy, and no merge changes it. Keep only what "
        + "was typed and is not saved."
    ) { $0.isOutcome("behind") && $0.count(.merge) > 0 },
    Misconception(
      "merged-deletion-keeps-values",
      "When a deletion is merged, an object that the screen holds keeps its values, and loses its "
        + "context."
    ) { $0.isOutcome("still-open") && $0.count(.merge) > 0 },
    Misconception(
      "others-are-deleted-too",
      "What is told of a deletion may be about another room. Look which one it was."
    ) { $0.isOutcome("closed") },
    Misconception(
      "conflict-is-no-end",
      "A conflict says that somebody was first. Take the newer values below what was typed, and "
        + "save once more.", rung: 2
    ) {
      $0.isOutcome("gave-up") && $0.count(.conflict, on: "main") > 0 && $0.count(.saveFailed) > 0
    },
    Misconception(
      "writes-what-it-shows",
      "The save wrote more than what was typed: a value that others had changed in the meantime."
    ) { $0.isOutcome("overwritten") && $0.count(.didSave) > 1 },
    Misconception(
      "a-copy-is-another-room",
      "What others have deleted is gone, and a tap on Save has to say so. A new room with its name "
        + "is another one."
    ) {
      $0.isOutcome("error-swallowed") && $0.trial == "deleted" && $0.count(.conflict) == 0
        && $0.count(.saveFailed) == 0
    },
  ],
  solutions: [
    .solution(
      "EditsTheRoom",
      because:
        "The room is loaded when the screen opens, and is gone when it has no context. The text "
        + "is kept beside it until Save. If a save is refused, the newer values come in below "
        + "it, and it is saved again."),
    .solution(
      "KeepsTheText",
      because: "Only the typed text is kept; the room is looked up whenever it is needed. A policy "
        + "of its own lets the text win over a change, and refuses to win over a deletion."),
  ],
  museum: [
    .piece(
      "TakesItForUntyped", .wrong, because: "Takes a text that is as it was for none at all."),
    .piece(
      "AsShipped", .wrong, "error-means-nothing-saved",
      because: "As shipped: rolls back, and says nothing."),
    .piece("HoldsAFault", .wrong, "fault-has-no-values", because: "Holds a fault."),
    .piece(
      "CopiesAtOpening", .wrong, "copy-does-not-follow", because: "Copies the values when it opens."
    ),
    .piece(
      "LetsMineWin", .wrong, "policy-settles-all", because: "Lets what was typed win by a policy."),
    .piece(
      "LooksBeforeItSaves", .wrong, "policy-settles-all",
      because: "Looks, and then lets the policy decide."),
    .piece("LetsTheStoreWin", .wrong, "store-wins-in-silence", because: "Lets the store win."),
    .piece("OverwritesTheRow", .wrong, "writes-what-it-shows", because: "Writes the whole row."),
    .piece("WritesAllItShows", .wrong, "writes-what-it-shows", because: "Writes the name as well."),
    .piece(
      "RefreshesAtEachSave", .wrong, "refresh-drops-edits",
      because: "Refreshes at each save of others."),
    .piece(
      "RollsBack", .wrong, "clearing-takes-all", because: "Rolls the view back, and tries again."),
    .piece("ResetsTheView", .wrong, "clearing-takes-all", because: "Resets the view."),
    .piece("GivesUp", .wrong, "conflict-is-no-end", because: "Tries once, and throws."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved", because: "Swallows the second error."),
    .piece(
      "KeepsTheTypedText", .wrong, "copy-does-not-follow",
      because: "Goes on showing the saved text."),
    .piece(
      "ClosesWithAnyRoom", .wrong, "others-are-deleted-too",
      because: "Closes when the view loses a room, whichever it is."),
    .piece(
      "ClosesOnAnyDeletion", .wrong, "others-are-deleted-too",
      because: "Closes when another room is deleted."),
    .piece(
      "NeverCloses", .wrong, "merged-deletion-keeps-values",
      because: "Never asks whether it is gone."),
    .piece("AsksWhetherItIsDeleted", .pass, because: "Asks isDeleted."),
    .piece("SavesLater", .wrong, "started-is-not-finished", because: "Does not wait for its save."),
    .piece("FindsTheRoomByName", .wrong, because: "Finds a room of the same name."),
    .piece(
      "MakesItAgain", .wrong, "a-copy-is-another-room", because: "Makes a new room if it is gone."),
    .piece("WritesBesideTheView", .pass, because: "Writes in a context beside the view."),
    .piece("UpdatesTheRow", .pass, because: "Sends a batch update, and counts."),
    .piece("EditsInAChild", .pass, because: "Edits in a child of the view."),
    .piece("TriesUntilItIsSaved", .pass, because: "Tries again as long as the room exists."),
    .piece("WritesTwice", .pass, because: "Lets the store win, and writes again."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "EditsTheRoom, turned round: try view?.save() / typed = nil",
      because: "By then the text is in the room, as a change that stays."),
    HarmlessSlip(
      "AsksWhetherItIsDeleted, turned round: try view?.save() / typed = nil",
      because: "By then the text is in the room, as a change that stays."),
    HarmlessSlip(
      "TriesUntilItIsSaved, turned round: try view!.save() / typed = nil",
      because: "By then the text is in the room, as a change that stays."),
    HarmlessSlip(
      "TriesUntilItIsSaved, turned round: guard try isStored(room) else { throw "
        + "CocoaError(.managedObjectReferentialIntegrity) } / "
        + "view?.refresh(room, mergeChanges: true)",
      because: "Refreshing a room whose row is gone leaves it as it is."),
    HarmlessSlip(
      "WritesBesideTheView, turned round: view.refresh(room, mergeChanges: true) / "
        + "self.typed = nil",
      because: "The screen is not looked at between the two."),
    HarmlessSlip(
      "UpdatesTheRow, turned round: update.predicate = NSPredicate(format: \"self == %@\", "
        + "room.objectID) / update.propertiesToUpdate = [\"topic\": typed]",
      because: "The request is sent later."),
  ])
