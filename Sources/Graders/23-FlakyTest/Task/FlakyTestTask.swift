import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any TestsTheSender>(
  trials: [
    passing("right", .inOneContext, "one context saves, and main is told"),
    passing("right-at-once", .atOnce, "it saves, and tells before send comes back"),
    passing("right-on-main", .inATurnOfMain, "it saves in a later turn of main"),
    passing("right-and-merged", .merging, "the view merges what is saved"),
    passing("right-and-gathered", .gathering, "it stores all that came, and then tells of each"),
    failing("tells-first", .tellsFirst, "it tells that all is stored, and then stores it"),
    failing("never-saves", .leavesItInTheView, "it leaves the message in the view"),
    failing("tells-beside-main", .tellsBesideMain, "it tells on the queue of its context"),
    failing("hides-refusals", .hidesRefusals, "it tells of no error"),
    failing("silent-when-refused", .isSilentWhenRefused, "it does not tell of what was refused"),
    failing("keeps-what-is-refused", .keepsWhatIsRefused, "it keeps what was refused"),
    failing("saves-the-view", .savesTheView, "it saves the view as well"),
    failing("forgets-drafts", .forgetsDrafts, "it takes back what is unsaved in the view"),
    failing("tells-twice", .tellsTwice, "it tells of the first message twice"),
    failing(
      "tells-the-first-again", .tellsTheFirstAgain,
      "it tells of the first message twice, and never of the second one"),
    failing("drops-while-busy", .dropsWhileBusy, "it drops what is sent while it saves"),
  ],
  misconceptions: [
    Misconception(
      "a-wait-is-no-order",
      "A wait orders nothing. The promise says when the message is there: when 'then' is called. Look "
        + "in there.", rung: 0
    ) { $0.isOutcome("blames") && $0.isLast(.fetch, before: .didSave) },
    Misconception(
      "the-store-has-rows",
      "The store has rows of others, and two sends may be stored before one is told. Ask for the row "
        + "that this call has sent."
    ) { $0.isOutcome("blames") && $0.trial != "right-at-once" },
    Misconception(
      "told-may-come-at-once",
      "The promise does not say whether 'send' comes back first. A test may expect only what was "
        + "promised."
    ) { $0.isOutcome("blames") },
    Misconception(
      "look-when-it-is-told",
      "Between the call of 'then' and a look that comes later the save may be made. Look inside of "
        + "'then'.", rung: 2
    ) { $0.trial == "tells-first" },
    Misconception(
      "the-view-is-not-the-store",
      "The view shows what it has in memory, saved or not. A restart reads the store: ask a context "
        + "that has nothing yet.", rung: 2
    ) { $0.trial == "never-saves" },
    Misconception(
      "told-on-main", "It is promised on which queue 'then' is called. Ask there."
    ) { $0.trial == "tells-beside-main" },
    Misconception(
      "refusals-are-promised",
      "What the store refuses is promised as well: a text that is too long is told with an error, and "
        + "is told at all.", rung: 2
    ) { $0.trial == "hides-refusals" || $0.trial == "silent-when-refused" },
    Misconception(
      "failed-save-stays-pending",
      "What a save has refused may stay in its context, and then the next save is refused too. Send "
        + "a good text after a refused one.", rung: 2
    ) { $0.trial == "keeps-what-is-refused" },
    Misconception(
      "drafts-are-the-users",
      "What is unsaved in the view is to stay so. A test can see that only if there is something.",
      rung: 2
    ) { $0.trial == "saves-the-view" || $0.trial == "forgets-drafts" },
    Misconception(
      "once-is-not-at-least-once",
      "Once is neither twice nor never, for each call. Count the calls of each, at the end."
    ) { $0.trial == "tells-twice" || $0.trial == "tells-the-first-again" },
    Misconception(
      "two-at-a-time",
      "Each call is promised a message, also while another one is being stored. Send two in one turn."
    ) { $0.trial == "drops-while-busy" },
  ],
  solutions: [
    .solution(
      "ChecksInEachCall",
      because: "What 'then' promises is looked at in 'then', in the store; how often it came is "
        + "known at the end."),
    .solution(
      "RecordsAndJudges",
      because:
        "Each call notes what is true at that moment. All sentences of the promise are judged "
        + "in one place."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "a-wait-is-no-order", because: "As shipped: looks after a moment."),
    .piece(
      "LooksInTheView", .wrong, "the-view-is-not-the-store",
      because: "Looks in the view, where what was never saved is found as well."),
    .piece(
      "LooksABlockLater", .wrong, "look-when-it-is-told",
      because: "Looks when main has its next turn."),
    .piece(
      "LooksAtTheEnd", .wrong, "look-when-it-is-told",
      because: "Looks when all is over."),
    .piece(
      "SendsGoodOnesOnly", .wrong, "refusals-are-promised",
      because: "Sends nothing that is refused."),
    .piece(
      "CountsWhatCame", .wrong, "refusals-are-promised",
      because: "Asks of what was told whether it was told once."),
    .piece(
      "CountsAtLeastOne", .wrong, "once-is-not-at-least-once",
      because: "Asks whether each was told, and not how often."),
    .piece(
      "SendsOneAtATime", .wrong, "two-at-a-time",
      because: "Sends the next one when the last was told."),
    .piece(
      "EndsWithTheRefusal", .wrong, "failed-save-stays-pending",
      because: "Sends nothing after the refusal."),
    .piece(
      "TypesNothing", .wrong, "drafts-are-the-users",
      because: "Has nothing unsaved in the view."),
    .piece(
      "DoesNotAskWhere", .wrong, "told-on-main",
      because: "Does not ask on which queue it is told."),
    .piece(
      "CountsRows", .wrong, "the-store-has-rows",
      because: "Counts all rows of the store."),
    .piece(
      "ExpectsATurn", .wrong, "told-may-come-at-once",
      because: "Expects that send comes back first."),
    .piece(
      "CountsWhatWasTold", .wrong, "the-store-has-rows",
      because: "Expects as many new rows as were told of."),
    .piece(
      "AddsUp", .wrong, "once-is-not-at-least-once",
      because: "Counts the calls of all messages together."),
    .piece(
      "LooksForDraftsInTheStore", .wrong, "drafts-are-the-users",
      because: "Asks whether the draft was saved, and not whether it is still there."),
    .piece(
      "WaitsASecond", .wrong, "a-wait-is-no-order",
      because: "Looks after a second."),
    .piece("UsesALock", .pass, because: "The counts are behind a lock."),
    .piece("SendsInTwoTurns", .pass, because: "What is refused is sent in another turn."),
  ])
