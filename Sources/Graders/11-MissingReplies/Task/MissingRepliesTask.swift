import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ShowsReplies>(
  trials: [
    refreshing("one-page", server: [["One", "Two"]]),
    refreshing("slow-disk", server: [["One"]], .sqlite),
    refreshing("two-pages", server: [["One"], ["Two"]]),
    refreshing("in-two-pages", server: [["One", "Two"], ["Two", "Three"]]),
    refreshing("some-there", stored: ["One"], server: [["One", "Two"]]),
    refreshing("a-page-refused", server: [["One"], [ReplyScreen.tooLong, "Two"], ["Three"]]),
    refreshing(
      "behind-a-refused-page", server: [[ReplyScreen.tooLong, "Two"], ["Two", "Three"]]),
    refreshingTwice("twice"), refreshingBesideADraft("beside-a-draft"),
  ],
  misconceptions: [
    Misconception(
      "the-screen-is-on-main",
      "A block of a context runs on that one's queue, and the list lives on main.", rung: 2
    ) { $0.isOutcome("violation") && !$0.touchesAnObject },
    Misconception(
      "objects-have-a-context",
      "A message belongs to the context that made it. The list has objects of the view; IDs and texts "
        + "may travel."
    ) { $0.isOutcome("violation") },
    Misconception(
      "the-screen-is-on-main",
      "A block of a context runs on that one's queue, and the list lives on main.", rung: 2
    ) { $0.isOutcome("violation") || $0.isOutcome("off-main") },
    Misconception(
      "drafts-are-the-users",
      "Whoever saves the view saves what its user is still typing. Keep the sync out of it."
    ) { $0.isOutcome("draft-saved") || $0.isOutcome("draft-gone") },
    Misconception(
      "main-does-the-work", "Main makes the trips to the store, or waits for them.", rung: 0
    ) { $0.isOutcome("frozen") },
    .startedIsNotFinished(seenAs: "missing"),
    Misconception(
      "failed-save-stays-pending",
      "What a save has refused stays in its context, and goes with the next page, which is refused "
        + "too.", rung: 2
    ) { $0.trial == "a-page-refused" && $0.count(.saveFailed) > 1 },
    Misconception(
      "a-page-is-not-all", "A page that is refused says nothing about the pages after it."
    ) {
      ($0.trial == "a-page-refused" || $0.trial == "behind-a-refused-page")
        && !$0.isOutcome("half-page")
    },
    Misconception(
      "an-id-is-for-life",
      "A new object gets another ID when it is saved. The ID from before means nothing to another "
        + "context, at no time.", rung: 2
    ) { $0.isOutcome("missing") || $0.verdict == .crash },
    Misconception(
      "a-page-is-one-unit",
      "A page is stored as a whole, or not at all: the store decides, not the length."
    ) { $0.isOutcome("half-page") },
    Misconception(
      "one-page-at-a-time",
      "Two contexts that look at the same time both find nothing. One context takes one page after the "
        + "other."
    ) { $0.isOutcome("twice") },
    .neverTold("done"),
  ],
  solutions: [
    .solution(
      "AsksAfterTheSave",
      because: "Behind the save, the IDs are those of the rows, which the view can look up."),
    .solution(
      "AsksForRows",
      because: "obtainPermanentIDs gives each message its ID before the save; it is told behind it."
    ),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "an-id-is-for-life",
      because: "As shipped: the IDs are taken before the save."),
    .piece(
      "AsksTwice", .wrong, "an-id-is-for-life",
      because: "Looks a second time, with the same IDs."),
    .piece(
      "MergesToo", .wrong, "an-id-is-for-life",
      because: "Has the view merge what is saved."),
    .piece(
      "TakesThemAsTheyAre", .wrong, "an-id-is-for-life",
      because: "Takes an object for each ID, whether there is a row or not."),
    .piece(
      "HandsOverObjects", .wrong, "objects-have-a-context",
      because: "Hands over the objects of the sync."),
    .piece(
      "LeavesTheRefused", .wrong, "failed-save-stays-pending",
      because: "Leaves what was refused in the context."),
    .piece(
      "StopsAtTheRefused", .wrong, "a-page-is-not-all",
      because: "Takes no page after one that is refused."),
    .piece(
      "TellsWhereItSaves", .wrong, "the-screen-is-on-main",
      because: "Shows what has come in the block that saved it."),
    .piece(
      "SavesWithTheView", .wrong, "an-id-is-for-life",
      because: "Takes the replies in a child of the view, and saves both."),
    .piece(
      "SortsOutWhatIsLong", .wrong, "a-page-is-one-unit",
      because: "Sorts out what the store would refuse, and stores the rest of the page."),
    .piece(
      "TakesPagesSideBySide", .wrong, "one-page-at-a-time",
      because: "Each page has a context, and all pages are taken at once."),
    .piece(
      "RefreshesTheOld", .wrong, "drafts-are-the-users",
      because: "Refreshes what is shown when a page has come."),
    .piece(
      "RemembersWhatItSaw", .wrong, "a-page-is-not-all",
      because: "Takes each text once, whether it was refused or not."),
    .piece(
      "WorksOnMain", .wrong, "main-does-the-work",
      because: "Does all of it in a turn of main."),
    .piece(
      "SaysDoneFirst", .wrong, "started-is-not-finished",
      because: "Says that it is up to date, and goes on."),
    .piece("FetchesAnew", .pass, because: "The list is fetched anew when a page has come."),
    .piece(
      "NamesThemByText", .pass, because: "The texts are handed over, and looked up in the view."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "AsksForRows, turned round: let ids = new.map(\\.objectID) / try context.save()",
      because: "They have the IDs of their rows on both sides of the save."),
    HarmlessSlip(
      "FetchesAnew, twice: store.view.perform { onPage(ids) }",
      because: "The list is fetched once more, and is the same."),
    HarmlessSlip(
      "NamesThemByText, turned round: try context.save() / let ids = texts",
      because: "A text is the same on both sides of the save."),
  ])

extension Finding {
  /// Whether what was used off its queue first is an object, and no context.
  fileprivate var touchesAnObject: Bool {
    for event in events {
      guard case .confinement(let violation)? = event.fact as? CoreDataFact else { continue }
      if case .object = violation.subject { return true } else { return false }
    }
    return false
  }
}
