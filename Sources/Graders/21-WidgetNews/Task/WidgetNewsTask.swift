import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any FollowsTheWidget>(
  trials: [
    following("open"), followingTwoAtOnce("two-saves-one-call"), sending("own-message"),
    typing("beside-a-draft"), launchingLater("launched-later"), ending("ended-at-any-moment"),
    expiring("expired"), followingEqualTexts("equal-texts"),
    endingBehindOwnNews("ended-behind-own-news"),
    expiringMeanwhile("expired-meanwhile"), expiringWithDraft("expired-with-a-draft"),
  ],
  misconceptions: [
    Misconception(
      "token-then-rows",
      "What is saved between the refresh and the token lies before the token, and is read by nothing. "
        + "Keep the newest token first, then refresh."
    ) { $0.trial == "expired-meanwhile" && $0.isOutcome("old") },
    Misconception(
      "texts-are-not-ids", "Two messages may have one text. What was told is known by the token."
    ) { $0.isOutcome("not-told") && $0.trial == "equal-texts" },
    Misconception(
      "one-reader",
      "Two readings at a time begin at the same token. Reading, telling and keeping the token are one "
        + "block of one queue."
    ) { $0.isOutcome("twice") },
    Misconception(
      "own-news-is-no-news",
      "The history has the app's own saves as well. Each transaction has an author; look at that."
    ) { $0.isOutcome("own") },
    Misconception(
      "calls-come-before-the-launch",
      "What was written while the app was not there is not called again. Read at the start, too."
    ) { $0.isOutcome("not-told") && $0.trial == "launched-later" },
    Misconception(
      "token-is-kept-last",
      "A token says: up to here all is done. Keep it when the news has been told, and each time."
    ) { $0.isOutcome("not-told") && $0.trial.hasPrefix("ended") },
    Misconception(
      "each-call-counts",
      "A call that is dropped may be the one for a save that the reading before did not see."
    ) { $0.isOutcome("not-told") && $0.trial != "expired" },
    Misconception(
      "an-expired-token-is-an-error",
      "134301: what is missing is in the rows only. Take the newest token, and read all rows anew, "
        + "past the row cache."
    ) { $0.isOutcome("stuck") || $0.trial == "expired" },
    Misconception(
      "cache-is-old",
      "The row cache of the app does not know what the widget has saved. Merging reads the rows of a "
        + "transaction from the file."
    ) { $0.isOutcome("old") },
    Misconception(
      "drafts-are-the-users",
      "What is unsaved in the view belongs to its user: a merge leaves it alone, a reset does not."
    ) { $0.isOutcome("draft-gone") || $0.isOutcome("draft-saved") },
    Misconception(
      "main-has-the-screen",
      "The call comes on a queue of the store's. View and banner are main's."
    ) { $0.isOutcome("violation") || $0.isOutcome("off-main") },
  ],
  solutions: [
    .solution(
      "ReadsOnMain",
      because:
        "Main reads, merges, tells and keeps in one block, so that one reading begins where the "
        + "last one ended."),
    .solution(
      "ReadsBesideMain",
      because:
        "One context reads on from where it was; main merges, tells, and keeps the token of what "
        + "it has told."),
  ],
  museum: [
    .piece(
      "KeepsItsOwnAtOnce", .wrong, "token-is-kept-last",
      because: "Keeps the tokens of its own saves before main has told what came before them."),
    .piece(
      "RemembersTheTexts", .wrong, "texts-are-not-ids",
      because: "Takes a second message with the same text for the first one."),
    .piece("AsShipped", .wrong, "one-reader", because: "As shipped: a reader for each call."),
    .piece("TellsItsOwn", .wrong, "own-news-is-no-news", because: "Tells of each transaction."),
    .piece(
      "LooksAtTheName", .wrong, "own-news-is-no-news",
      because: "Looks at the name of a context instead of the author."),
    .piece(
      "ReadsWhenCalled", .wrong, "calls-come-before-the-launch",
      because: "Reads when it is called, and not at the start."),
    .piece(
      "KeepsTheTokenFirst", .wrong, "token-is-kept-last",
      because: "Keeps the token, and then tells."),
    .piece(
      "KeepsTheNewest", .wrong, "each-call-counts",
      because: "Keeps a token that lies behind what it has read."),
    .piece(
      "KeepsItInMind", .wrong, "an-expired-token-is-an-error",
      because: "Keeps the token in a variable only."),
    .piece(
      "HearsNoError", .wrong, "an-expired-token-is-an-error",
      because: "Takes an error for an empty history."),
    .piece(
      "TakesANewToken", .wrong, "an-expired-token-is-an-error",
      because: "Takes a new token, and leaves the screen as it is."),
    .piece(
      "RefreshesFromTheCache", .wrong, "an-expired-token-is-an-error",
      because: "Refreshes from the row cache."),
    .piece(
      "ReadsWhatIsLeft", .wrong, "an-expired-token-is-an-error",
      because: "Reads what is left of the history."),
    .piece("IsBusy", .wrong, "each-call-counts", because: "Drops a call while it is busy."),
    .piece(
      "ResetsTheView", .wrong, "cache-is-old", because: "Has the view forget all its objects."),
    .piece(
      "SavesTheView", .wrong, "drafts-are-the-users", because: "Saves the view before it merges."),
    .piece(
      "ReadsWhereItIsCalled", .wrong, "main-has-the-screen", because: "Reads where it is called."),
    .piece(
      "RefreshesTheView", .wrong, "cache-is-old", because: "Refreshes all instead of merging."),
    .piece(
      "TellsFromTheBack", .wrong, "main-has-the-screen", because: "Tells in the background."),
    .piece("AsksForOthers", .pass, because: "Has the history leave out what the app has written."),
    .piece("ReadsTwice", .pass, because: "The second reading finds nothing."),
    .piece("MergesFirst", .pass, because: "Merges all, and then tells of all."),
    .piece(
      "TakesTheTokenLast", .wrong, "token-then-rows",
      because: "Refreshes first, and takes the newest token behind that."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "turned round: view.mergeChanges(fromContextDidSave: "
        + "transaction.objectIDNotification()) / view.newTexts(in: transaction)",
      because: "Both are in one block of main: nothing comes between them."),
    HarmlessSlip(
      "ReadsBesideMain, moved before its block: self.read = memory.token",
      because: "The reader is used by nothing before its first block."),
    HarmlessSlip(
      "ReadsBesideMain, moved before its block: view.stalenessInterval = 0",
      because: "It is set before the block that refreshes all the same."),
    HarmlessSlip(
      "ReadsBesideMain, moved behind its block: memory.token = token (2)",
      because: "A launch before the refresh shows what is in the file anyway."),
  ])
