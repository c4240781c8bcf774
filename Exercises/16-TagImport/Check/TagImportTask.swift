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
      "two-names-each", [Item("Buy bread", "urgent"), Item("Paint", "home")],
      [Item("Mend the boat", "home"), Item("Call Ann", "urgent")]),
    following("once-more", [Item("Buy bread", "urgent")], [Item("Buy bread", "urgent")]),
    following(
      "after-an-error", colours: ["home": "blue"],
      [Item("Paint", "home"), Item(String(repeating: "o", count: 41), "urgent")],
      [Item("Call Ann", "urgent")]),
  ],
  misconceptions: [
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
      "When save throws, nothing was written. Whoever has made the delivery has to know."
    ) { $0.isOutcome("error-swallowed") && $0.count(.saveFailed) > 0 },
  ],
  solutions: [
    .solution(
      because: "One context for all importers: looking, making and saving are one block of one "
        + "queue, and what was refused is taken back in that block."
    ) { OneWriter() },
    .solution(
      because: "A constraint keeps each name once, and the policy lets the tag stay that is there. "
        + "The tags are saved first, so that each note gets the one that stayed."
    ) { TagsFirst() },
  ],
  museum: [
    .wrong(.wrong, "found-is-old-news", because: "As shipped: looks, and makes.") { AsShipped() },
    .wrong(.wrong, "found-is-old-news", because: "Has a policy, and no constraint.") {
      HasAPolicy()
    },
    .wrong(.wrong, "found-is-old-news", because: "Looks once more before it saves.") {
      LooksTwice()
    },
    .wrong(.wrong, "found-is-old-news", because: "Locks looking and making, and not the save.") {
      LocksTheLook()
    },
    .wrong(.wrong, "found-is-old-news", because: "Waits for its own context.") {
      WaitsForItself()
    },
    .wrong(.wrong, "found-is-old-news", because: "Looks in one block, and makes in the next.") {
      LooksAndMakesInTurn()
    },
    .wrong(.wrong, "constraint-refuses-all", because: "Has a constraint, and no policy.") {
      HasAConstraint()
    },
    .wrong(.wrong, "mine-takes-its-place", because: "Lets the new tag win.") { LetsMineWin() },
    .wrong(.wrong, nil, because: "Makes a tag for each note.") { MakesATagEachTime() },
    .wrong(.wrong, "failed-save-stays-pending", because: "Leaves it in the context.") {
      LeavesItPending()
    },
    .wrong(.wrong, "saves-stand-alone", because: "Saves each note.") { SavesEachNote() },
    .wrong(.wrong, "error-means-nothing-saved", because: "Prints the error.") {
      IgnoresTheError()
    },
    .wrong(.wrong, "never-told", because: "Tells nobody of an error.") { KeepsSilent() },
    .wrong(.wrong, "started-is-not-finished", because: "Says done behind the block.") {
      SaysDoneAtOnce()
    },
    .wrong(.wrong, nil, because: "Stores equal texts once.") { DropsEqualTexts() },
    .wrong(.wrong, "kept-is-old", because: "Remembers its tags.") { RemembersTags() },
    .wrong(.wrong, "kept-is-old", because: "Keeps its tags, and lets what it has win.") {
      KeepsItsTags()
    },
    .wrong(.wrong, nil, because: "Takes a refused save for tags that are there already.") {
      TakesAClashForDone()
    },
    .wrong(.wrong, nil, because: "Saves all deliveries that wait in one go.") {
      SavesAllThatWait()
    },
    .wrong(.hang, nil, because: "A lock for each name, in the order of the notes.") {
      LocksEachName()
    },
    .wrong(.wrong, "never-told", because: "Tells of nothing where nothing is to be saved.") {
      SavesOnlyChanges()
    },
    .wrong(.pass, nil, because: "One task takes deliveries out of a stream.") { ReadsAStream() },
    .wrong(.pass, nil, because: "Operations, one at a time.") { OneOperationAtATime() },
    .wrong(.pass, nil, because: "Begins anew in a fresh context.") { BeginsAnew() },
    .wrong(.wrong, nil, because: "Deletes the second tag after the save.") { DeletesTheSecond() },
    .wrong(.pass, nil, because: "Leaves the choice to the policy, in one save.") { UniqueTags() },
    .wrong(.pass, nil, because: "Looks again after a conflict.") { TriesAgain() },
    .wrong(.pass, nil, because: "Lets a queue take one delivery after the other.") {
      OneAfterTheOther()
    },
    .wrong(.pass, nil, because: "Locks looking, making and saving.") { LocksAllOfIt() },
    .wrong(.pass, nil, because: "Awaits its block in a task.") { ImportsInATask() },
    .wrong(.pass, nil, because: "Inserts the tags by a batch.") { InsertsTagsAtOnce() },
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
