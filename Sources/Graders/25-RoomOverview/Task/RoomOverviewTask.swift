import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ListsRooms>(
  trials: [
    sixty("sixty-rooms"),
    showing("no-rooms", []),
    showing(
      "one-room",
      [("Harbour", [Entry(text: "Zebra", position: 1), Entry(text: "Ferry", position: 3)])]),
    showing(
      "silent-rooms",
      [
        ("Market", []), ("Harbour", [Entry(text: "Ferry", position: 1, isRead: true)]),
        ("Attic", []),
      ]),
    showing(
      "equal-names",
      [
        ("Harbour", [Entry(text: "Ferry", position: 1), Entry(text: "Zebra", position: 2)]),
        ("Attic", [Entry(text: "Dust", position: 7, isRead: true)]), ("Harbour", []),
        ("Harbour", [Entry(text: "No ferry", position: 4)]),
      ]),
    showing(
      "equal-positions",
      [
        (
          "Market",
          [
            Entry(text: "", position: 9), Entry(text: "Zebra", position: 5),
            Entry(text: "Bread", position: 2, isRead: true),
          ]
        ),
        (
          "Harbour",
          [
            Entry(text: "Ferry", position: 5), Entry(text: "No ferry", position: 2),
            Entry(text: "Zebra", position: 4, isRead: true),
          ]
        ),
        ("Attic", [Entry(text: "Ferry", position: 2)]),
        (
          "Pier",
          [Entry(text: "Ferry", position: 2, isRead: true), Entry(text: "Rain", position: 5)]
        ),
      ]),
    syncing("sync-meanwhile"),
    editing("drafts"),
    showingAgain("shown-again"),
    refreshingTwice("two-refreshes"),
    refreshingBesideSync("again-beside-a-sync"),
    failing("store-gone"),
    failingSomeTime("store-gone-some-time"),
  ],
  misconceptions: [
    Misconception(
      "each-trip-may-fail",
      "Any trip may fail, the last one too. Then there are no rows."
    ) { $0.trial == "store-gone-some-time" && $0.isOutcome("mixed") },
    Misconception(
      "objects-have-a-context",
      "What a context has fetched may be read in that one's blocks only. Make the rows there, and "
        + "take those to main."
    ) { $0.isOutcome("violation") },
    Misconception(
      "overview-is-on-main",
      "The block of a context that reads runs on that one's queue, and the overview lives on main.",
      rung: 2
    ) { $0.isOutcome("off-main") },
    Misconception(
      "a-fault-is-a-trip",
      "A fetch brings faults, and each of them makes a trip of its own when it is read. Let the "
        + "request bring the values, or dictionaries.", rung: 2
    ) { $0.isOutcome("many-trips") && $0.count(.fault) > 4 && $0.requests < 8 },
    Misconception(
      "few-rows-are-a-trip",
      "What is asked for each room costs as many trips as there are rooms, on any queue, and if it "
        + "brings one number only. Ask once for all rooms."
    ) { $0.isOutcome("many-trips") && $0.requests > 8 },
    Misconception(
      "what-else-comes-along",
      "Rooms, numbers and newest messages are three requests, and the pin is a trip, too. What else "
        + "is needed has to come along with one of them.", rung: 2
    ) { $0.isOutcome("many-trips") },
    Misconception(
      "main-waits",
      "Few trips are too long for a frame as well, if they read many rows. As long as main makes "
        + "them, or waits for them, it can do nothing else.", rung: 0
    ) { $0.isOutcome("frozen") },
    Misconception(
      "counting-is-no-loading",
      "Nothing of a message has to be read to count it. The store counts and groups, and brings "
        + "one row for each room.", rung: 2
    ) { $0.isOutcome("many-rows") },
    Misconception(
      "silence-is-no-group",
      "A room without messages, or without unread ones, is in no group of messages. Start from the "
        + "rooms, and look up what belongs to them.", rung: 2
    ) { $0.isOutcome("room-missing") },
    Misconception(
      "newest-is-not-greatest",
      "The text is that of the message with the highest position. The greatest of the texts, or "
        + "the last one that is found, may be another one."
    ) { $0.isOutcome("wrong-text") && $0.trial == "one-room" },
    Misconception(
      "names-are-not-ids", "Rooms may have equal names. The ID says which one is meant.", rung: 2
    ) { $0.trial == "equal-names" },
    Misconception(
      "each-room-counts-anew",
      "A position says which message it is in one room only, and other rooms may have had the same "
        + "or a higher one. Compare each message with those of its own room.", rung: 2
    ) { $0.trial == "equal-positions" },
    Misconception(
      "a-trip-is-a-moment",
      "Each trip sees what is in the store at that time. Pin one context to a query generation "
        + "before the first of them, and make all of them there.", rung: 2
    ) { $0.isOutcome("mixed") },
    Misconception(
      "drafts-are-the-views",
      "What is unsaved in the view belongs to who writes there. A context of its own on the "
        + "coordinator has what is saved, and touches nothing else."
    ) { finding in
      ["draft-shown", "draft-saved", "draft-lost"].contains { finding.isOutcome($0) }
    },
    Misconception(
      "kept-is-old",
      "What was read for an earlier refresh is as old as that, and so is a context that stays "
        + "pinned to it."
    ) { $0.isOutcome("stale") },
    Misconception(
      "each-is-answered",
      "The screen waits for each refresh until its own show comes, once: also if something fails, "
        + "and if another one is under way.", rung: 0
    ) { $0.isOutcome("not-shown") || $0.isOutcome("shown-twice") },
  ],
  solutions: [
    .solution(
      "GroupsByRoom",
      because: "Three requests and the pin are four trips, whatever there is. They bring a row for "
        + "each room, and the rooms say which rows there are."),
    .solution(
      "CountsAlong",
      because: "The store counts for each room while it looks for the rooms, and main goes on "
        + "meanwhile: await gives it back."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "few-rows-are-a-trip",
      because: "As shipped: two short requests for each room."),
    .piece(
      "AsksForEachRoom", .wrong, "few-rows-are-a-trip",
      because: "Makes the two requests for each room beside main."),
    .piece(
      "FollowsTheSet", .wrong, "few-rows-are-a-trip",
      because: "Counts what is in the relationship of each room."),
    .piece(
      "FiresFaults", .wrong, "a-fault-is-a-trip",
      because: "Reads the name of each room from its fault."),
    .piece(
      "PutsTheSilentIn", .wrong, "what-else-comes-along",
      because: "Prefetches the rooms of the newest messages, and asks for those without messages."),
    .piece("GroupsOnMain", .wrong, "main-waits", because: "Makes the three requests on main."),
    .piece(
      "WaitsForTheReader", .wrong, "main-waits",
      because: "Main waits for the queue that reads."),
    .piece("AsksInAChild", .wrong, "main-waits", because: "A child of the view asks."),
    .piece(
      "PrefetchesOnMain", .wrong, "main-waits",
      because: "Loads all messages along with the rooms, on main."),
    .piece(
      "PrefetchesThemAll", .wrong, "counting-is-no-loading",
      because: "Loads all messages along with the rooms."),
    .piece(
      "LoadsTheUnread", .wrong, "counting-is-no-loading", because: "Loads all unread messages."),
    .piece(
      "ReadsThemOnMain", .wrong, "objects-have-a-context",
      because: "Makes the rows on main, of objects of the context that reads."),
    .piece(
      "ShowsItThere", .wrong, "overview-is-on-main",
      because: "Tells the screen on the queue of the context that reads."),
    .piece(
      "GroupsAreTheList", .wrong, "silence-is-no-group",
      because: "Starts from the newest messages."),
    .piece(
      "SkipsTheRead", .wrong, "silence-is-no-group",
      because: "Shows the rooms that have something unread."),
    .piece(
      "GroupsByName", .wrong, "names-are-not-ids",
      because: "Groups the messages by the name of their room."),
    .piece(
      "FindsByPosition", .wrong, "each-room-counts-anew",
      because: "Takes any message that stands at the highest position of some room."),
    .piece(
      "TakesTheGreatestText", .wrong, "newest-is-not-greatest",
      because: "Takes the greatest text of each room, which is not that of the newest message."),
    .piece(
      "LimitsTheNewest", .wrong, "each-room-counts-anew",
      because: "Takes as many of the newest messages as there are rooms."),
    .piece(
      "AsksThreeTimes", .wrong, "a-trip-is-a-moment", because: "Pins its context to no state."),
    .piece(
      "PinsTooLate", .wrong, "a-trip-is-a-moment", because: "Pins it when the rooms are there."),
    .piece(
      "PinsEachContext", .wrong, "a-trip-is-a-moment",
      because: "Pins two contexts, each to a state of its own."),
    .piece(
      "AsksAsynchronously", .wrong, "a-trip-is-a-moment",
      because: "Asks by two asynchronous fetches, each for what there is then."),
    .piece(
      "ShowsTheNamesHere", .wrong, "drafts-are-the-views",
      because: "Takes the names from the rooms of the view."),
    .piece("SavesFirst", .wrong, "drafts-are-the-views", because: "Saves the view."),
    .piece("ResetsTheView", .wrong, "drafts-are-the-views", because: "Resets the view."),
    .piece("KeepsTheAnswer", .wrong, "kept-is-old", because: "Reads the store once."),
    .piece("KeepsTheState", .wrong, "kept-is-old", because: "Pins one context for all times."),
    .piece(
      "SwallowsErrors", .wrong, "each-is-answered", because: "Says nothing if it cannot read."),
    .piece(
      "DropsTheSecond", .wrong, "each-is-answered",
      because: "Drops a refresh while another one is under way."),
    .piece(
      "ShowsNamesFirst", .wrong, "each-is-answered",
      because: "Shows the names first, and then all of it."),
    .piece(
      "HoldsTheCoordinator", .pass,
      because: "Lets nothing else come to the store between its trips."),
    .piece(
      "SubtractsTheRead", .pass,
      because: "One group of each room has all its numbers, and says which message is the newest."),
    .piece(
      "KeepsTheContext", .pass,
      because: "Has one context for all times, which moves on to a new state each time."),
    .piece(
      "SharesTheState", .pass,
      because: "Two contexts read one state, as the second is pinned to that of the first."),
    .piece(
      "JoinsTheReading", .wrong, "kept-is-old",
      because: "Answers a second refresh with what the first one is reading."),
    .piece(
      "OnlyTheFirstMayFail", .wrong, "each-trip-may-fail",
      because: "Takes nothing unread for an answer where a later trip has failed."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "SharesTheState, twice: return try read(reader)",
      because: "What stands behind a return never runs.")
  ])

extension Finding {
  /// How often the store was asked for many objects, for a number or for a relationship.
  fileprivate var requests: Int {
    events.count { event in
      guard case .storeTime(let work, _) = event.fact as? CoreDataFact else { return false }
      return switch work {
      case .fetch, .readRelationship: true
      default: false
      }
    }
  }
}
