import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ListsMessages>(
  trials: [
    syncing(
      "moved",
      [Entry("Hello", 10), Entry("Ahoj", 20), Entry("Grüße", 30), Entry("Hello", 40)]
    ) { box in
      let message = try box[20]
      (message.text, message.position) = ("Ahoj!", 50)
    },
    syncing("first-message", []) { $0.insert(Entry("Privět", 7)) },
    syncing(
      "one-save",
      [
        Entry("Hello", 10), Entry("Ahoj", 20), Entry("Grüße", 30), Entry("Hello", 40),
        Entry("Bye", 50),
      ], looking: false
    ) { box in
      let (ahoj, greeting, bye) = (try box[20], try box[30], try box[50])
      box.context.delete(try box[10])
      (greeting.text, greeting.position) = ("Gruß", 15)
      bye.room = box.otherRoom
      try box.context.messages(of: box.otherRoom)[1].room = box.room
      box.insert(Entry("Yo", 5))
      box.insert(Entry("Yo", 45))
      ahoj.position = 60
    },
    syncing("swapped", [Entry("Hello", 10), Entry("Ahoj", 20), Entry("Bye", 30)]) { box in
      let (first, last) = (try box[10], try box[30])
      (first.position, last.position) = (30, 10)
    },
    syncing(
      "two-saves", [Entry("Hello", 10), Entry("Ahoj", 20), Entry("Bye", 30)],
      { box in
        let message = try box[10]
        (message.text, message.position) = ("Hello!", 40)
      },
      { box in
        let message = try box[20]
        (message.text, message.position) = ("Ahoj!", 50)
      }),
    sending("sent-here", [Entry("Hello", 10), Entry("Ahoj", 30)], Entry("Hello", 20)),
    sending(
      "sent-later", [Entry("Hello", 10), Entry("Ahoj", 30)], Entry("Hello", 20), inAnotherTurn: true
    ),
    forgetting("not-sent", [Entry("Hello", 10), Entry("Ahoj", 30)], Entry("Hm", 20)),
    resetting(
      "reset", [Entry("Hello", 10), Entry("Ahoj", 20), Entry("Hello", 30)]
    ) { box in
      box.insert(Entry("Privět", 15))
      let message = try box[20]
      (message.text, message.position) = ("Ahoj!", 40)
    },
    syncing("changed-below", [Entry("Hello", 10), Entry("Ahoj", 20)]) { box in
      box.insert(Entry("Yo", 5))
      try box[20].text = "Ahoj!"
    },
  ],
  misconceptions: [
    Misconception(
      "names-are-not-ids", "Rooms may have equal names. The ID says which one is meant."
    ) { $0.isOutcome("namesake") },
    Misconception(
      "view-belongs-to-main",
      "The notification comes where the save is. The view and its messages belong to main."
    ) { $0.isOutcome("violation") },
    Misconception(
      "temporary-id-is-replaced",
      "A message that is written here has a temporary ID until it is saved, and another one then. "
        + "Keep the object, or ask for its ID when it is needed.", rung: 2
    ) { $0.isOutcome("other-message") && $0.trial.hasPrefix("sent") },
    Misconception(
      "controller-does-not-heal",
      "The view has forgotten its objects, and the controller has not heard of it: it holds the "
        + "old ones until it fetches again.", rung: 2
    ) { $0.isOutcome("dead") && $0.count(.reset) > 0 },
    Misconception(
      "values-come-with-the-merge",
      "A fetch finds what is in the store, and hands out the objects as main knows them. Before "
        + "the merge that is half of each, and the next fetch may find something else."
    ) { finding in
      ["between", "out-of-order", "other-message"].contains { finding.isOutcome($0) }
        && finding.count(.fetch, on: "main") > 1 && finding.count(.reset) == 0
    },
    Misconception(
      "fetch-tells-no-delegate",
      "performFetch changes the list and tells no delegate. Take the rows from it yourself.",
      rung: 2
    ) { $0.isOutcome("behind") && $0.count(.reset) > 0 },
    Misconception(
      "changes-are-one-step",
      "The old places belong to the old list, and the new places to the new one. Gone through one "
        + "by one, they fit neither."
    ) { $0.isOutcome("out-of-order") || $0.isOutcome("between") },
  ],
  solutions: [
    .solution(
      "DrawsAnew",
      because: "The controller has the whole list when it says that all changes were told. After a "
        + "reset it fetches anew, and goes on following."),
    .solution(
      "TakesSnapshots",
      because:
        "A snapshot comes with the fetch and with every change, and is whole. Its IDs may be "
        + "temporary, so they are looked up at once, and the objects stay until the next one."),
  ],
  museum: [
    .piece(
      "FindsByTheName", .wrong, "names-are-not-ids",
      because: "Looks for messages by the name of their room."),
    .piece(
      "AsShipped", .wrong, "changes-are-one-step",
      because: "As shipped: a move is drawn as an update."),
    .piece(
      "MovesAtOnce", .wrong, "changes-are-one-step",
      because: "Applies each change to what the last one left."),
    .piece(
      "IgnoresTheReset", .wrong, "controller-does-not-heal", because: "Does nothing after a reset."),
    .piece(
      "FetchesInTheView", .wrong, "controller-does-not-heal",
      because: "After a reset it fetches by the view, not by the controller."),
    .piece("DoesNotDraw", .crash, because: "Fetches after a reset, and does not draw."),
    .piece(
      "LosesTheDelegate", .wrong, "fetch-tells-no-delegate",
      because: "Its second controller has no delegate."),
    .piece("HasNoDelegate", .wrong, because: "Has no delegate."),
    .piece("ListsEveryRoom", .wrong, because: "Lists the messages of all rooms."),
    .piece("SortsByText", .wrong, because: "Sorts by text."),
    .piece(
      "FetchesEachTime", .wrong, "values-come-with-the-merge",
      because: "Fetches whenever it is asked."),
    .piece(
      "FetchesOnMain", .wrong, "values-come-with-the-merge",
      because: "Fetches on main after each save."),
    .piece("DrawsLater", .wrong, because: "Draws in a later turn of main."),
    .piece(
      "FetchesOnChanges", .wrong, "values-come-with-the-merge",
      because: "Fetches when the view has changed, be it before the next merge."),
    .piece(
      "KeepsTheFirstIDs", .wrong, "temporary-id-is-replaced",
      because: "Keeps IDs, be they temporary: a save gives the message another one."),
    .piece("KeepsTheMessages", .wrong, because: "Keeps the messages of the beginning."),
    .piece(
      "HearsOfSaves", .wrong, "view-belongs-to-main", because: "Fetches where somebody has saved."),
    .piece("AsksTheController", .pass, because: "Asks the controller each time."),
    .piece("AppliesDifferences", .pass, because: "Takes differences of IDs."),
    .piece("MakesANewController", .pass, because: "Opens the room once more."),
    .piece("CollectsChanges", .pass, because: "Collects the changes, and applies them in order."),
    .piece(
      "DrawsUpdatesLast", .wrong, "changes-are-one-step",
      because: "Draws a changed text in its old row, behind what was inserted and deleted."),
  ])
