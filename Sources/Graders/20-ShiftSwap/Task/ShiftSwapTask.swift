import CoreData
import Interleaving
public import WorkbookKit

private let ward = "ward"
private let door = "door"

/// Ben and Ann work in two nights each; neither is in one night twice.
private let plan = Plan([
  Slot("Mon", ward): "Ann", Slot("Mon", door): "Cem",
  Slot("Tue", ward): "Ben", Slot("Tue", door): "Dan",
  Slot("Wed", ward): "Ben", Slot("Wed", door): "Eve",
  Slot("Thu", ward): "Fay", Slot("Thu", door): "Ann",
])

/// With fewer shifts, for swaps at the same time: each shift that is read is a step.
private let small = Plan([
  Slot("Mon", ward): "Ann", Slot("Mon", door): "Cem", Slot("Tue", ward): "Ben",
  Slot("Wed", ward): "Ben",
])
private let two = Plan([Slot("Mon", ward): "Ann", Slot("Tue", ward): "Ben"])
private let three = Plan([
  Slot("Mon", ward): "Ann", Slot("Tue", ward): "Ben", Slot("Wed", ward): "Eve",
])
private let four = Plan([
  Slot("Mon", ward): "Ann", Slot("Mon", door): "Cem", Slot("Tue", ward): "Ben",
  Slot("Tue", door): "Dan",
])
private let free = Plan([
  Slot("Mon", ward): "Ann", Slot("Mon", door): "Cem", Slot("Tue", ward): "Ben",
  Slot("Thu", ward): "Fay",
])

public let exercise = ExerciseCheck<any SwapsShifts>(
  trials: [
    swapping(
      "both-to-ben", small, Swap(Slot("Tue", ward), Slot("Mon", ward)),
      Swap(Slot("Mon", door), Slot("Wed", ward))),
    swapping(
      "same-night", free, Swap(Slot("Mon", ward), Slot("Tue", ward)),
      Swap(Slot("Mon", door), Slot("Thu", ward))),
    swapping(
      "one-shift-twice", three, Swap(Slot("Mon", ward), Slot("Tue", ward)),
      Swap(Slot("Tue", ward), Slot("Wed", ward))),
    swapping(
      "to-and-fro", two, Swap(Slot("Mon", ward), Slot("Tue", ward)),
      Swap(Slot("Mon", ward), Slot("Tue", ward))),
    swapping(
      "the-same-nights", four, Swap(Slot("Mon", ward), Slot("Tue", ward)),
      Swap(Slot("Tue", door), Slot("Mon", door))),
    following(
      "with-himself", plan, Swap(Slot("Tue", ward), Slot("Wed", ward)),
      Swap(Slot("Wed", ward), Slot("Mon", ward))),
    following(
      "both-from-ben", plan, Swap(Slot("Tue", ward), Slot("Mon", ward)),
      Swap(Slot("Wed", ward), Slot("Mon", door))),
    following(
      "same-shift", plan, Swap(Slot("Mon", ward), Slot("Tue", ward)),
      Swap(Slot("Mon", ward), Slot("Wed", door))),
    following(
      "forbidden", plan, Swap(Slot("Mon", door), Slot("Thu", door)),
      Swap(Slot("Mon", ward), Slot("Mon", door))),
  ],
  misconceptions: [
    Misconception(
      "context-has-a-queue", "A context and its objects may be touched in its blocks only."
    ) { $0.isOutcome("violation") },
    Misconception(
      "two-moments",
      "The two shifts were read one after the other, and somebody swapped them in between. What an "
        + "answer rests on is read at one moment, or by one who is alone."
    ) { finding in
      let told = finding.events.indices.filter { finding.events[$0].fact is ListenerFact }
      return finding.isOutcome("said-otherwise") && finding.trial == "to-and-fro"
        && told.count == 2 && told[1] - told[0] > 1
    },
    .startedIsNotFinished(seenAs: "said-otherwise"),
    .unsavedIsNotStored(seenAs: "said-otherwise"),
    .neverTold("done"),
    Misconception(
      "one-swap-one-save",
      "Between two saves the plan has half of a swap. Change both shifts, and save once."
    ) { $0.isOutcome("rule-broken") && $0.savesOneShift },
    Misconception(
      "rule-is-for-you-to-keep",
      "No store knows the rule. Look who works in both nights before you change them."
    ) { $0.isOutcome("rule-broken") && $0.count(.fetch) == 0 },
    Misconception(
      "checked-too-late",
      "What is stored counts from then on: check before you save, and not when it is saved."
    ) { $0.isOutcome("rule-broken") && $0.isFirstLookBehindASave },
    Misconception(
      "read-is-not-compared",
      "A save compares the rows that it writes. Each of the two has changed what the other one had "
        + "only read: check and act must be one unit, or what was checked must be compared, too."
    ) { finding in
      finding.isOutcome("rule-broken") && finding.count(.fetch) > 1 && finding.count(.didSave) == 2
    },
    Misconception(
      "policy-mixes",
      "A policy decides row by row. What it leaves of two swaps is neither of them."
    ) { finding in
      ["mixed-up", "said-otherwise"].contains { finding.isOutcome($0) }
        && finding.count(.conflict) > 0 && finding.count(.saveFailed) == 0
    },
    Misconception(
      "conflict-is-no-answer",
      "A conflict says that somebody was first, and not that the rule forbids anything. Begin anew "
        + "with what is there now.", rung: 2
    ) { $0.isOutcome("refused") && $0.count(.saveFailed) > 0 },
    Misconception(
      "both-are-given-away",
      "Both shifts of a swap are given away: leave both out when you look who is where. Who swaps "
        + "with himself, or within one night, breaks no rule."
    ) { $0.isOutcome("refused") && $0.trial == "with-himself" },
    Misconception(
      "faster-is-no-reason",
      "That a shift has changed hands since it was asked for is no reason: the swap is made with "
        + "the person who has it then."
    ) { $0.isOutcome("refused") && $0.trial == "one-shift-twice" },
    Misconception(
      "forbidden-stays-pending",
      "What was changed before the check stays in the context, and the next swap finds it there. "
        + "Check first, or take it back.", rung: 2
    ) {
      $0.isOutcome("refused") && $0.trial == "forbidden" && $0.count(.didChange) > 0
        && $0.count(.rollback) + $0.count(.reset) == 0
    },
    Misconception(
      "equal-is-not-the-same", "Two equal swaps are two: there, and back again."
    ) { $0.isOutcome("said-otherwise") && $0.trial == "to-and-fro" && $0.count(.didSave) == 1 },
    .locksInOneOrder,
  ],
  solutions: [
    .solution(
      "OneWriter",
      because: "One context for all swaps: checking, changing and saving are one block of one "
        + "queue, so that nothing comes in between."),
    .solution(
      "ComparesWhatItRead",
      because: "detectConflicts lets the save compare the shifts that were only read. The "
        + "second one begins anew, and gets the answer of the plan as it is then."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "read-is-not-compared", because: "As shipped: checks, and changes."),
    .piece("LetsMineWin", .wrong, "read-is-not-compared", because: "Lets this swap win."),
    .piece("LetsTheStoreWin", .wrong, "read-is-not-compared", because: "Lets the store win."),
    .piece("BeginsAnew", .wrong, "read-is-not-compared", because: "Begins anew after a conflict."),
    .piece("ChecksTwice", .wrong, "read-is-not-compared", because: "Checks again before the save."),
    .piece("LocksTheCheck", .wrong, "read-is-not-compared", because: "Locks the check."),
    .piece("ComparesHalf", .wrong, "read-is-not-compared", because: "Compares one night of two."),
    .piece(
      "ChecksInABlockOfItsOwn", .wrong, "read-is-not-compared",
      because: "Checks in a block of its own."),
    .piece(
      "ComparesAndGivesUp", .wrong, "conflict-is-no-answer",
      because: "Takes a conflict for an answer."),
    .piece(
      "ChecksAfterwards", .wrong, "checked-too-late", because: "Checks when it is saved."),
    .piece(
      "SavesEachShift", .wrong, "one-swap-one-save", because: "Saves each shift by itself."),
    .piece(
      "SaysDoneAtOnce", .wrong, "started-is-not-finished", because: "Says done behind its block."),
    .piece(
      "LeavesItPending", .wrong, "forbidden-stays-pending",
      because: "Leaves a forbidden swap in the context."),
    .piece("KeepsSilent", .wrong, "never-told", because: "Does not tell of what is forbidden."),
    .piece(
      "RefusesOneNight", .wrong, "both-are-given-away",
      because: "Forbids a swap within one night."),
    .piece(
      "ForgetsWhoGoes", .wrong, "both-are-given-away",
      because: "Does not leave out the shift that is given away."),
    .piece(
      "SaysNoOfTwoMoments", .wrong, "two-moments",
      because: "Says no to what it has read at two moments."),
    .piece(
      "HoldsThemToIt", .wrong, "faster-is-no-reason",
      because: "Refuses if a shift has changed hands since it was asked."),
    .piece(
      "TakesItForADoubleTap", .wrong, "equal-is-not-the-same",
      because: "Takes an equal swap for a second tap."),
    .piece(
      "LocksEachNight", .hang, "locks-in-one-order",
      because: "A lock for each night, in the order of the swap."),
    .piece(
      "AnActorSwaps", .pass, because: "An actor that does not suspend between check and save."),
    .piece("AChainOfTasks", .pass, because: "Each task waits for the one before."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece("ChecksNothing", .wrong, "rule-is-for-you-to-keep", because: "Checks nothing."),
    .piece("LocksAllOfIt", .pass, because: "Locks checking, changing and saving."),
    .piece("SwapsInATask", .pass, because: "Awaits its block in a task."),
    .piece("OneAfterTheOther", .pass, because: "Lets a queue take one swap after the other."),
    .piece(
      "ChangesThenChecks", .pass, because: "Changes, checks the whole plan, and takes it back."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "ComparesWhatItRead, twice: guard context.mayChange(one, with: other, among: "
        + "shifts) else { return done(false) }",
      because: "What is looked at twice in one block is the same."),
    HarmlessSlip(
      "AnActorSwaps, without the line: let planner = self.planner!",
      because: "The property is the same."),
    HarmlessSlip(
      "AnActorSwaps, without the line: let context = self.context",
      because: "The property is the same."),
    HarmlessSlip(
      "AnActorSwaps, made twice: planner = Planner(context: context)",
      because: "The last one is kept."),
    HarmlessSlip(
      "OneWriter, without the call: context.rollback()",
      because: "No save of the only writer is refused."),
    HarmlessSlip(
      "SwapsInATask, without the call: context.rollback()",
      because: "No save of the only writer is refused."),
    HarmlessSlip(
      "ChangesThenChecks, without the call: context.rollback() (2)",
      because: "No save of the only writer is refused."),
    HarmlessSlip(
      everywhere: "turned round: context.rollback() / ",
      because: "Both are in one block, and the next swap has to wait for its end."),
    HarmlessSlip(
      everywhere: "twice: guard try context.mayChange(one, with: other)",
      because: "What is looked at twice in one block is the same."),
    HarmlessSlip(
      "OneWriter, twice: done(false)", because: "No save of the only writer is refused."),
    HarmlessSlip(
      "ChangesThenChecks, twice: done(false)", because: "No save of the only writer is refused."),
    HarmlessSlip(
      "ChangesThenChecks, twice: return done(false)", because: "The first one returns."),
  ])

extension Finding {
  /// Whether a save has one shift of the two.
  fileprivate var savesOneShift: Bool {
    events.contains { event in
      guard case .save(let changes, _)? = event.fact as? CoreDataFact else { return false }
      return changes.updated == 1
    }
  }

  /// Whether a save comes without a look at who works when.
  fileprivate var isFirstLookBehindASave: Bool {
    let kinds = events.map { ($0.fact as? CoreDataFact)?.kind }
    guard let saved = kinds.firstIndex(of: .didSave), let look = kinds.firstIndex(of: .fetch)
    else { return false }
    return look > saved
  }
}
