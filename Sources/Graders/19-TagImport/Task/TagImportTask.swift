import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ImportsDeliveries>(
  trials: [
    importing(
      "same-tag", colours: ["home": "blue"], [Item("Buy bread", "urgent")],
      [Item("Call Ann", "urgent")]),
    delivering(
      "one-delivery",
      [
        Item("Buy bread", "urgent"), Item("Mend the boat", "later"), Item("Call Ann", "urgent"),
        Item("Buy bread", "urgent"),
      ]),
    delivering(
      "coloured", colours: ["urgent": "red", "later": "", "home": "blue"],
      [Item("Call Ann", "urgent"), Item("Paint", "home")]),
    delivering("nothing", []),
    delivering(
      "old-and-new", colours: ["home": "blue"],
      [Item("Paint", "home"), Item("Mend the boat", "later"), Item("Buy bread", "home")]),
    recolouring(
      "painted", [Item("Buy bread", "urgent")], "red", [Item("Call Ann", "urgent")]),
    importing(
      "beside-an-error", [Item("Buy bread", "urgent")],
      [Item(String(repeating: "o", count: 41), "later")]),
    importing(
      "beside-an-error-of-the-same-tag", [Item("Buy bread", "urgent")],
      [Item(String(repeating: "o", count: 41), "urgent")]),
    importing(
      "two-names-each", [Item("Buy bread", "urgent"), Item("Paint", "home")],
      [Item("Mend the boat", "home"), Item("Call Ann", "urgent")]),
    following("once-more", [Item("Buy bread", "urgent")], [Item("Buy bread", "urgent")]),
    following(
      "after-an-error", colours: ["home": "blue"],
      [Item("Paint", "home"), Item(String(repeating: "o", count: 41), "urgent")],
      [Item("Call Ann", "urgent")]),
    recolouringMeanwhile("painted-meanwhile", [Item("Buy bread", "urgent")], "red"),
    colouringNew(
      "coloured-meanwhile", [Item("Buy bread", "urgent")], "red", [Item("Call Ann", "urgent")]),
  ],
  misconceptions: [
    Misconception(
      "old-row-wins",
      "A policy by which the old row wins as a whole also undoes what a reader has changed in it. Let "
        + "single properties win, or refuse the save and look again."
    ) { $0.isOutcome("recoloured") && $0.trial == "painted-meanwhile" },
    Misconception(
      "context-has-a-queue",
      "A context and its objects may be touched in its blocks only."
    ) { $0.isOutcome("violation") },
    .startedIsNotFinished(seenAs: "said-too-soon"),
    .neverTold("done"),
    Misconception(
      "found-is-old-news",
      "Somebody else made the tag after you had looked, and before you saved. Two new rows are no "
        + "conflict: only one who does both undisturbed, or the store itself, can keep them apart."
    ) { $0.isOutcome("two-tags") && $0.count(.fetch) > 1 && $0.count(.didSave) > 1 },
    Misconception(
      "kept-is-old",
      "What you keep has the row as it was when you read it. Somebody else may have changed it since: "
        + "look for it again."
    ) { ($0.isOutcome("refused") || $0.isOutcome("recoloured")) && $0.trial == "painted" },
    Misconception(
      "constraint-refuses-all",
      "The store takes no second tag of a name, and refuses the whole save with its notes. Say "
        + "by a policy which tag stays, or look again."
    ) { $0.isOutcome("refused") && $0.count(.conflict) > 0 },
    Misconception(
      "mine-takes-its-place",
      "By this policy the new tag takes the place of the one that was there, with all its values, "
        + "the empty ones as well."
    ) { $0.isOutcome("recoloured") && $0.count(.conflict) > 0 },
    Misconception(
      "failed-save-stays-pending",
      "A save that fails forgets nothing: its changes stay in the context, and are in the way of "
        + "the next delivery. Take them out of it.", rung: 2
    ) { finding in
      ["refused", "half-stored"].contains { finding.isOutcome($0) }
        && finding.count(.saveFailed) > 0 && finding.count(.rollback) == 0
        && finding.count(.reset) == 0
    },
    Misconception(
      "saves-stand-alone",
      "Each save stands by itself. What was saved before the one that failed is stored.", rung: 2
    ) { $0.isOutcome("half-stored") && $0.count(.didSave) > 0 && $0.count(.saveFailed) > 0 },
    Misconception(
      "error-means-nothing-saved",
      "When save throws, nothing was written. The server that made the delivery has to know."
    ) { $0.isOutcome("error-swallowed") && $0.count(.saveFailed) > 0 },
    Misconception(
      "tag-for-each-note",
      "A tag that is made without looking is there as often as there are notes. Look for it first."
    ) { $0.isOutcome("two-tags") && $0.count(.fetch) == 0 },
    Misconception(
      "equal-is-not-the-same",
      "Not all of the delivery is stored. Two notes with equal texts are two notes."
    ) { $0.isOutcome("said-too-soon") && $0.trial == "one-delivery" && $0.count(.didSave) > 0 },
    Misconception(
      "refused-is-all-refused",
      "A save that is refused stores nothing, also of that with which nothing was wrong: the new "
        + "tags of that save are missing too.", rung: 2
    ) { $0.isOutcome("untagged") && $0.count(.saveFailed) > 0 },
    Misconception(
      "deleted-for-others-too",
      "A tag that is deleted is taken from the notes of other deliveries too, which were said to be "
        + "stored."
    ) { $0.isOutcome("untagged") && $0.deletes },
    Misconception(
      "one-save-one-fate",
      "Deliveries that share a save share its fate: where one is refused, all of them are.", rung: 2
    ) { $0.isOutcome("refused") && $0.trial == "beside-an-error" && $0.count(.saveFailed) > 0 },
    .locksInOneOrder,
  ],
  solutions: [
    .solution(
      "OneWriter",
      because: "One context for all importers: looking, making and saving are one block of one "
        + "queue, and what was refused is taken back in that block."),
    .solution(
      "TagsFirst",
      because: "A constraint keeps each name once, and the policy lets the tag stay that is there. "
        + "The tags are saved first, so that each note gets the one that stayed."),
  ],
  museum: [
    .piece(
      "OverwritesTheRow", .wrong, "old-row-wins",
      because: "Lets its old row win over whatever a reader has saved meanwhile."),
    .piece("AsShipped", .wrong, "found-is-old-news", because: "As shipped: looks, and makes."),
    .piece("HasAPolicy", .wrong, "found-is-old-news", because: "Has a policy, and no constraint."),
    .piece("LooksTwice", .wrong, "found-is-old-news", because: "Looks once more before it saves."),
    .piece(
      "LocksTheLook", .wrong, "found-is-old-news",
      because: "Locks looking and making, and not the save."),
    .piece(
      "WaitsForItself", .wrong, "found-is-old-news", because: "Waits for a context of its own."),
    .piece(
      "LooksAndMakesInTurn", .wrong, "found-is-old-news",
      because: "Looks in one block, and makes in the next."),
    .piece(
      "HasAConstraint", .wrong, "constraint-refuses-all",
      because: "Has a constraint, and no policy."),
    .piece("LetsMineWin", .wrong, "mine-takes-its-place", because: "Lets the new tag win."),
    .piece("MakesATagEachTime", .wrong, "tag-for-each-note", because: "Makes a tag for each note."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending", because: "Leaves it in the context."),
    .piece("SavesEachNote", .wrong, "saves-stand-alone", because: "Saves each note."),
    .piece("IgnoresTheError", .wrong, "error-means-nothing-saved", because: "Prints the error."),
    .piece("KeepsSilent", .wrong, "never-told", because: "Does not tell of an error."),
    .piece(
      "SaysDoneAtOnce", .wrong, "started-is-not-finished", because: "Says done behind the block."),
    .piece(
      "DropsEqualTexts", .wrong, "equal-is-not-the-same", because: "Stores equal texts once."),
    .piece("RemembersTags", .wrong, "kept-is-old", because: "Remembers its tags."),
    .piece(
      "KeepsItsTags", .wrong, "kept-is-old", because: "Keeps its tags, and lets what it has win."),
    .piece(
      "TakesAClashForDone", .wrong, "refused-is-all-refused",
      because: "Takes a refused save for tags that are there already."),
    .piece(
      "SavesAllThatWait", .wrong, "one-save-one-fate",
      because: "Saves all deliveries that wait in one go."),
    .piece(
      "LocksEachName", .hang, "locks-in-one-order",
      because: "A lock for each name, in the order of the notes."),
    .piece(
      "SavesOnlyChanges", .wrong, "never-told",
      because: "Tells of nothing where nothing is to be saved."),
    .piece("ReadsAStream", .pass, because: "One task takes deliveries out of a stream."),
    .piece("OneOperationAtATime", .pass, because: "Operations, one at a time."),
    .piece("BeginsAnew", .pass, because: "Begins anew in a fresh context."),
    .piece(
      "DeletesTheSecond", .wrong, "deleted-for-others-too",
      because: "Deletes the second tag after the save."),
    .piece("UniqueTags", .pass, because: "Leaves the choice to the policy, in one save."),
    .piece("TriesAgain", .pass, because: "Looks again after a conflict."),
    .piece("OneAfterTheOther", .pass, because: "Lets a queue take one delivery after the other."),
    .piece("LocksAllOfIt", .pass, because: "Locks looking, making and saving."),
    .piece("ImportsInATask", .pass, because: "Awaits its block in a task."),
    .piece("InsertsTagsAtOnce", .pass, because: "Inserts the tags by a batch."),
    .piece(
      "TidiesUpItsTags", .wrong,
      because: "Deletes the tags that a refused delivery has made, while another one uses them."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "ReadsAStream, with the policy 'error': context.mergePolicy = "
        + "NSMergePolicy.mergeByPropertyObjectTrump",
      because: "No reader gives a colour while a delivery is being stored."),
    HarmlessSlip(
      "ReadsAStream, with the policy 'mergeByPropertyStoreTrump': context.mergePolicy = "
        + "NSMergePolicy.mergeByPropertyObjectTrump",
      because: "No reader gives a colour while a delivery is being stored."),
    HarmlessSlip(
      "OneOperationAtATime, with the policy 'error': context.mergePolicy = "
        + "NSMergePolicy.mergeByPropertyObjectTrump",
      because: "No reader gives a colour while a delivery is being stored."),
    HarmlessSlip(
      "OneOperationAtATime, with the policy 'mergeByPropertyStoreTrump': "
        + "context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump",
      because: "No reader gives a colour while a delivery is being stored."),
    HarmlessSlip(
      "BeginsAnew, silent about the error: return done(error)", because: "No fetch fails."),
    HarmlessSlip("BeginsAnew, twice: return done(error)", because: "No fetch fails."),
    HarmlessSlip(
      "BeginsAnew, twice: if delivery.contains(where: { $0.text.count > "
        + "Note.longestText }) { return done(error) }",
      because: "The first one returns."),
    HarmlessSlip(
      "OneWriter, turned round: context.rollback() / done(error)",
      because: "Both are in one block, and the next delivery has to wait for its end."),
    HarmlessSlip(
      "TagsFirst, without the call: try context.save()",
      because: "The notes of a tag that has to go follow the one that stays, in this engine. Apple "
        + "does not say so."),
    HarmlessSlip(
      everywhere: "with the policy 'mergeByPropertyObjectTrump'",
      because: "Of two tags that were made at the same time neither has a colour yet."),
    HarmlessSlip(
      "TriesAgain, without the call: context.reset()",
      because: "The next try has a context of its own."),
    HarmlessSlip(
      "TriesAgain, turned round: context.reset() / return self.store(delivery, done: done)",
      because: "The next try has a context of its own."),
  ])

extension Finding {
  /// Whether a save deletes something.
  fileprivate var deletes: Bool {
    events.contains { event in
      guard case .save(let changes, _)? = event.fact as? CoreDataFact else { return false }
      return changes.deleted > 0
    }
  }
}
