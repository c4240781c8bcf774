import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("not-shown", "A refresh was not answered: its 'show' was never called."),
  .forbidden("shown-twice", "A refresh was answered more than once."),
  .forbidden("off-main", "The overview was told on another queue than main."),
  .forbidden("not-empty", "The store cannot be read, and the overview shows rooms."),
  .forbidden("stale", "The overview shows what was in the store before the refresh."),
  .forbidden(
    "mixed", "The overview is neither what there was before the save nor what is there since."),
  .forbidden("draft-shown", "The overview shows what is unsaved in the view."),
  .forbidden("draft-saved", "What was unsaved in the view has been saved."),
  .forbidden("draft-lost", "What was unsaved in the view is lost."),
  .forbidden("room-missing", "A room is missing in the overview."),
  .forbidden("other-room", "The overview shows a room twice, or one that is not there."),
  .forbidden("out-of-order", "The overview shows the right rows, and not by name."),
  .forbidden("wrong-name", "The overview shows a wrong name."),
  .forbidden("wrong-number", "The overview shows a wrong number of unread messages."),
  .forbidden("wrong-text", "The overview shows a text that is not that of the newest message."),
  .forbidden("many-trips", "More than four trips to the store were made for one overview."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
  .forbidden(
    "many-rows", "The overview took longer than four trips and four rows for each room: 74 ms."),
]

private func outcomes(_ sentence: String) -> [Outcome] { [.allowed("shown", sentence)] + common }

// MARK: What it costs

/// What the contract says of trips. A nanosecond more for each lets the clock tell how many there
/// were.
private enum Price {
  static let trip = Duration.microseconds(500) + .nanoseconds(1)
  static let row = Duration.microseconds(300)
  static let frame = Duration.milliseconds(16)

  static func trips(in time: Duration) -> Int {
    Int(time.components.attoseconds / 1_000_000_000 % 1000)
  }
}

/// Sixty rooms; most of them have six messages.
func sixty(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("All rooms are in the overview, after few trips."),
    meanwhile: "main shows an overview of sixty rooms."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite) {
      ($0.storeCosts.read, $0.storeCosts.rowRead) = (Price.trip, Price.row)
    }
    let screen = OverviewScreen(runtime, answer, chat)
    try screen.fill(
      (10..<70).reversed().map { number in
        // The last ones are silent; of the others some are read, and some are not at all.
        let messages = (0..<(number < 64 ? 6 : 0)).map {
          Entry(text: "Hello \($0)", position: $0, isRead: $0 < number % 7)
        }
        return ("Room \(number)", messages)
      })
    screen.refresh()
    runtime.atEnd {
      let (took, away) = (screen.took, runtime.longestMainStall)
      let trips = Price.trips(in: took)
      runtime.note(
        "overview",
        "took \(trips) trips and \(Int(took / .milliseconds(1))) ms; main was away for "
          + "\(Int(away / .milliseconds(1))) ms")
      let isLate = took > Price.trip * 4 + Price.row * 60 * 4
      runtime.outcome(
        try screen.misstep()
          ?? (trips > 4
            ? "many-trips" : away > Price.frame ? "frozen" : isLate ? "many-rows" : "shown"))
    }
  }
}

// MARK: What it shows

/// Nothing goes on beside it.
func showing(
  _ id: String, _ rooms: [(name: String, messages: [Entry])]
) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("All rooms are in the overview."),
    meanwhile: "main shows the overview."
  ) { answer, runtime in
    let screen = OverviewScreen(runtime, answer, try ChatStack(.sqlite))
    try screen.fill(rooms)
    screen.refresh()
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// A sync saves, before the rows are read, behind it or in the middle of it.
///
///     main                    reading                 sync
///     refresh
///                             fetch
///                                                     save
///                             fetch
///     show
func syncing(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("All rows are as they were at one moment."),
    meanwhile: "main shows the overview, and a sync saves some time."
  ) { answer, runtime in
    // In a file, as only that can be pinned; and who holds the coordinator holds it against all.
    let chat = try ChatStack(.shared(.inFile())) { $0.coordinatorMode = .classic }
    let screen = OverviewScreen(runtime, answer, chat)
    try screen.fill([
      ("Attic", [Entry(text: "Dust", position: 1), Entry(text: "More dust", position: 2)]),
      ("Harbour", [Entry(text: "Ferry", position: 1), Entry(text: "No ferry", position: 2)]),
      ("Market", []), ("Pier", [Entry(text: "Rain", position: 1)]),
    ])
    let sync = chat.backgroundContext("sync")
    try screen.make(in: sync) { sync in
      let (attic, harbour, market) = try (
        sync.room("Attic"), sync.room("Harbour"), sync.room("Market")
      )
      attic.message(at: 1).isRead = true
      sync.delete(harbour.message(at: 2))
      sync.add(Entry(text: "Bread", position: 1), to: market)
      market.name = "Old market"
      sync.delete(try sync.room("Pier"))
      sync.addRoom("Quay", [Entry(text: "Sun", position: 1)])
    }
    sync.perform { attempt { try sync.save() } }
    screen.refresh()
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// The overview is shown, a sync saves, and the overview comes to the front again. The view has all
/// objects as they were.
func showingAgain(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("The second overview has what was saved behind the first one."),
    meanwhile: "main shows the overview. Then a sync saves, and main shows the overview again."
  ) { answer, runtime in
    let chat = try ChatStack(.shared(.inFile()))
    let screen = OverviewScreen(runtime, answer, chat)
    try screen.fill([
      ("Attic", [Entry(text: "Dust", position: 1), Entry(text: "More dust", position: 2)]),
      ("Harbour", [Entry(text: "Ferry", position: 5, isRead: true)]), ("Market", []),
    ])
    try chat.prepare {
      // Rooms and messages hold each other, so that the view keeps them.
      let rooms = try chat.viewContext.fetch(NSFetchRequest<Room>(entityName: "Room"))
      for message in rooms.flatMap(\.messages) { _ = message.text }
    }
    let sync = chat.backgroundContext("sync")
    try screen.make(in: sync) { sync in
      try sync.room("Harbour").message(at: 5).text = "No ferry"
      for message in try sync.room("Attic").messages { message.isRead = true }
      sync.add(Entry(text: "Bread", position: 1), to: try sync.room("Market"))
      try sync.room("Market").name = "Old market"
    }
    screen.refresh {
      sync.performAndWait { attempt { try sync.save() } }
      screen.refresh(since: 1)
    }
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// The user edits a room, and has not saved yet.
func editing(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("The overview shows what is saved, and the view has its drafts still."),
    meanwhile: "the view has changes that are not saved, and main shows the overview."
  ) { answer, runtime in
    let screen = OverviewScreen(runtime, answer, try ChatStack(.sqlite))
    try screen.fill([
      ("Attic", [Entry(text: "Dust", position: 1)]),
      ("Harbour", [Entry(text: "Ferry", position: 1), Entry(text: "No ferry", position: 2)]),
      ("Market", [Entry(text: "Bread", position: 1)]),
    ])
    try screen.draft { view in
      try view.room("Attic").name = "Loft"
      view.delete(try view.room("Harbour").message(at: 2))
      try view.room("Harbour").message(at: 1).isRead = true
      view.add(Entry(text: "A draft", position: 2), to: try view.room("Market"))
    }
    screen.refresh()
    runtime.atEnd {
      runtime.outcome(try screen.misstepWithDrafts() ?? screen.misstep() ?? "shown")
    }
  }
}

/// The screen comes to the front twice in one turn.
func refreshingTwice(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("Each refresh was answered."),
    meanwhile: "main asks for the overview twice, and does not wait in between."
  ) { answer, runtime in
    let screen = OverviewScreen(runtime, answer, try ChatStack(.sqlite))
    try screen.fill([("Harbour", [Entry(text: "Ferry", position: 1)]), ("Market", [])])
    screen.refresh()
    screen.refresh()
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// The screen comes to the front, and again when a sync has saved; the first rows may still be read.
func refreshingBesideSync(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("The second refresh has what was saved before it."),
    meanwhile: "main asks for the overview. A sync saves, and main asks again, perhaps before it "
      + "was told."
  ) { answer, runtime in
    // Who holds the coordinator holds it against all.
    let chat = try ChatStack(.shared(.inFile())) { $0.coordinatorMode = .classic }
    let screen = OverviewScreen(runtime, answer, chat)
    try screen.fill([("Harbour", [Entry(text: "Ferry", position: 1)]), ("Market", [])])
    let sync = chat.backgroundContext("sync")
    try screen.make(in: sync) { sync in
      try sync.room("Harbour").message(at: 1).isRead = true
      sync.add(Entry(text: "Bread", position: 1), to: try sync.room("Market"))
    }
    screen.refresh()
    runtime.thread("network") {
      sync.performAndWait { attempt { try sync.save() } }
      runtime.main.async { screen.refresh(since: 1) }
    }
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// The store goes away some time, perhaps between two trips.
func failingSomeTime(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("The overview has all rows, or none."),
    meanwhile: "main shows the overview, and the store goes away some time."
  ) { answer, runtime in
    let screen = OverviewScreen(runtime, answer, try ChatStack(.sqlite))
    try screen.fill([
      ("Harbour", [Entry(text: "Ferry", position: 1)]),
      ("Market", [Entry(text: "Bread", position: 1)]),
    ])
    screen.loseTheStoreSomeTime()
    screen.refresh()
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}

/// The store has gone when the overview comes to the front again.
func failing(_ id: String) -> Trial<any ListsRooms> {
  Trial(
    id, outcomes: outcomes("The overview has no rooms."),
    meanwhile: "the store goes away, and main shows the overview."
  ) { answer, runtime in
    let screen = OverviewScreen(runtime, answer, try ChatStack(.sqlite))
    try screen.fill([("Harbour", [Entry(text: "Ferry", position: 1)])])
    try screen.takeTheStoreAway()
    screen.refresh()
    runtime.atEnd { runtime.outcome(try screen.misstep() ?? "shown") }
  }
}
