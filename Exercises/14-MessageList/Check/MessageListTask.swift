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
    forgetting("not-sent", [Entry("Hello", 10), Entry("Ahoj", 30)], Entry("Hm", 20)),
    resetting(
      "reset", [Entry("Hello", 10), Entry("Ahoj", 20), Entry("Hello", 30)]
    ) { box in
      box.insert(Entry("Privět", 15))
      let message = try box[20]
      (message.text, message.position) = ("Ahoj!", 40)
    },
  ],
  misconceptions: [
    Misconception(
      "view-belongs-to-main",
      "The notification comes where the save is. The view and its messages belong to main."
    ) { $0.isOutcome("violation") },
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
      "fetch-tells-nobody",
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
      because: "The controller has the whole list when it says that all changes were told. After a "
        + "reset it fetches anew, and goes on following."
    ) { DrawsAnew() },
    .solution(
      because:
        "A snapshot comes with the fetch and with every change, and is whole. An ID outlives "
        + "each reset; the object is looked up when it is needed."
    ) { TakesSnapshots() },
  ],
  museum: [
    .wrong(.wrong, "changes-are-one-step", because: "As shipped: a move is drawn as an update.") {
      AsShipped()
    },
    .wrong(
      .wrong, "changes-are-one-step", because: "Applies each change to what the last one left."
    ) { MovesAtOnce() },
    .wrong(.wrong, "controller-does-not-heal", because: "Does nothing after a reset.") {
      IgnoresTheReset()
    },
    .wrong(
      .wrong, "controller-does-not-heal",
      because: "After a reset it fetches by the view, not by the controller."
    ) {
      FetchesInTheView()
    },
    .wrong(.crash, nil, because: "Fetches after a reset, and does not draw.") {
      DoesNotDraw()
    },
    .wrong(.wrong, "fetch-tells-nobody", because: "Its second controller has no delegate.") {
      LosesTheDelegate()
    },
    .wrong(.wrong, nil, because: "Has no delegate.") { HasNoDelegate() },
    .wrong(.wrong, nil, because: "Lists the messages of all rooms.") { ListsEveryRoom() },
    .wrong(.wrong, nil, because: "Sorts by text.") { SortsByText() },
    .wrong(.wrong, "values-come-with-the-merge", because: "Fetches whenever it is asked.") {
      FetchesEachTime()
    },
    .wrong(.wrong, "values-come-with-the-merge", because: "Fetches on main after each save.") {
      FetchesOnMain()
    },
    .wrong(.wrong, nil, because: "Draws in a later turn of main.") { DrawsLater() },
    .wrong(
      .wrong, "values-come-with-the-merge",
      because: "Fetches when the view has changed, be it before the next merge."
    ) {
      FetchesOnChanges()
    },
    .wrong(.wrong, nil, because: "Keeps the messages of the beginning.") { KeepsTheMessages() },
    .wrong(.wrong, "view-belongs-to-main", because: "Fetches where somebody has saved.") {
      HearsOfSaves()
    },
    .wrong(.pass, nil, because: "Asks the controller each time.") { AsksTheController() },
    .wrong(.pass, nil, because: "Takes differences of IDs.") { AppliesDifferences() },
    .wrong(.pass, nil, because: "Opens the room once more.") { MakesANewController() },
    .wrong(.pass, nil, because: "Collects the changes, and applies them in order.") {
      CollectsChanges()
    },
  ])
