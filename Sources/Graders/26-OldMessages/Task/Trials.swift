import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("not-told", "A call was not answered: its 'done' was never called."),
  .forbidden("told-twice", "A call was answered more than once."),
  .forbidden("off-main", "The answer was given on another queue than main."),
  .forbidden("kept", "An old message is in the store still."),
  .forbidden("too-many", "A message is gone that is not old, or was never sent."),
  .forbidden("room-gone", "A room is gone."),
  .forbidden("wrong-number", "The number that was told is not that of the messages that are gone."),
  .forbidden("ghost", "When 'done' was called, the view still had an old message."),
  .forbidden("draft-saved", "What was unsaved in the view has been saved."),
  .forbidden("draft-lost", "What was unsaved in the view is lost."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
  .forbidden("slow", "It took more than 40 ms to delete three hundred messages."),
]

private func outcomes(_ sentence: String) -> [Outcome] { [.allowed("cleared", sentence)] + common }

/// What the contract says of trips.
private enum Price {
  static let row = Duration.microseconds(300)
  static let frame = Duration.milliseconds(16)
  static let patience = Duration.milliseconds(40)
}

/// Three hundred old messages, of which the screen shows twenty.
func threeHundred(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("The messages are gone, and it was quick."),
    meanwhile: "three hundred old messages are deleted."
  ) { answer, runtime in
    let chat = try ChatStack(.shared(.inFile())) {
      $0.storeCosts.rowRead = Price.row
    }
    let archive = Archive(runtime, answer, chat)
    let old = (100..<400).map { (number: Int) in
      Entry("Hello \(number)", day: number % 10)
    }
    let young = (400..<440).map { (number: Int) in Entry("Hello \(number)", day: number) }
    try archive.fill([("Harbour", old + young)], showing: 20)
    archive.clear()
    runtime.atEnd {
      let (took, away) = (archive.took, runtime.longestMainStall)
      runtime.note(
        "screen",
        "took \(Int(took / .milliseconds(1))) ms; main was away for "
          + "\(Int(away / .milliseconds(1))) ms")
      let isFrozen = away > Price.frame
      runtime.outcome(
        try archive.misstep()
          ?? (isFrozen ? "frozen" : took > Price.patience ? "slow" : "cleared"))
    }
  }
}

private let few: [(name: String, messages: [Entry])] = [
  ("Attic", [Entry("Dust", day: 2)]),
  (
    "Harbour",
    [
      Entry("Ferry", day: 3), Entry("No ferry", day: 9), Entry("Zebra", day: 10),
      Entry("Rain", day: 11), Entry("Unsent", day: nil),
    ]
  ),
  ("Market", []),
]

/// Two rooms have old messages, and the screen shows all.
func clearing(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("The old messages are gone, here and in the store."),
    meanwhile: "three of six messages are old."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few)
    archive.clear()
    runtime.atEnd { runtime.outcome(try archive.misstep() ?? "cleared") }
  }
}

func nothingOld(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("Nothing was to be deleted, and that was told."),
    meanwhile: "no message is old."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill([("Attic", [Entry("Dust", day: 12), Entry("Unsent", day: nil)])])
    archive.clear()
    runtime.atEnd { runtime.outcome(try archive.misstep() ?? "cleared") }
  }
}

/// The user has edited a room, a young message and an old one, and has begun one with an old day.
func editing(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("The old messages are gone, and the view has its drafts still."),
    meanwhile: "the view has changes that are not saved."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few)
    let view = archive.chat.viewContext
    let (attic, rain) = (archive.room("Attic"), archive.message("Rain"))
    try archive.chat.prepare {
      attic.topic = "Chairs"
      rain.text = "Sun"
      archive.message("Ferry").text = "A ferry"
      view.add(Entry("A draft", day: 1), to: attic)
    }
    archive.clear()
    runtime.atEnd {
      let stored = Set(try archive.chat.storedTexts())
      let topics = try archive.chat.stored { context in
        try context.fetch(NSFetchRequest<Room>(entityName: "Room")).map(\.topic)
      }
      let isSaved =
        stored.contains("Sun") || stored.contains("A draft") || topics.contains("Chairs")
      let drafts = view.insertedObjects.compactMap { ($0 as? Message)?.text }
      let isLost = drafts != ["A draft"] || attic.topic != "Chairs" || rain.text != "Sun"
      runtime.outcome(
        isSaved ? "draft-saved" : isLost ? "draft-lost" : try archive.misstep() ?? "cleared")
    }
  }
}

/// A sync saves meanwhile, before the old messages are looked for, behind it or in between.
func syncing(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("What is gone was counted, and nothing young is gone."),
    meanwhile: "a sync saves an old message that comes late, and a young one."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few)
    try archive.sync([Entry("Late", day: 5), Entry("Young", day: 12)])
    archive.clear()
    runtime.atEnd { runtime.outcome(try archive.misstep() ?? "cleared") }
  }
}

/// The view has one message, and gets the others when the call was made.
func scrolling(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("The old messages are gone, here and in the store."),
    meanwhile: "the user scrolls, and the view gets messages that it did not have."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few, showing: 1)
    archive.clear()
    runtime.main.async { attempt { try archive.scroll() } }
    runtime.atEnd { runtime.outcome(try archive.misstep() ?? "cleared") }
  }
}

func clearingTwice(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("Each call was answered, and each message was counted once."),
    meanwhile: "main asks twice, and does not wait in between."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few)
    archive.clear()
    archive.clear()
    runtime.atEnd { runtime.outcome(try archive.misstep() ?? "cleared") }
  }
}

func failing(_ id: String) -> Trial<any ClearsOldMessages> {
  Trial(
    id, outcomes: outcomes("Nothing could be deleted, and that was told."),
    meanwhile: "the store has gone."
  ) { answer, runtime in
    let archive = Archive(runtime, answer, try ChatStack(.shared(.inFile())))
    try archive.fill(few)
    try archive.takeTheStoreAway()
    archive.clear()
    runtime.atEnd { runtime.outcome(try archive.misstep(isBroken: true) ?? "cleared") }
  }
}
