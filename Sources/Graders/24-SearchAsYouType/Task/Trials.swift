import CoreData
import Interleaving
import WorkbookKit

private let common: [Outcome] = [
  .forbidden("overtaken", "The list shows what was found for a text that the field has no more."),
  .forbidden("full-again", "The field is empty, and the list shows messages again."),
  .forbidden("still-full", "The field was emptied, and the list was not, at once."),
  .forbidden("behind", "The list ends with what was found when its text was typed earlier."),
  .forbidden("not-shown", "What was found for the last text was never shown."),
  .forbidden("cleared", "The list was told to show nothing, and there is something to be found."),
  .forbidden("other-room", "The list shows a message of another room."),
  .forbidden("out-of-order", "The list shows the right messages in another order."),
  .forbidden("not-found", "The list does not show all messages that contain the text, or others."),
  .forbidden("foreign", "The list shows an object of another context than 'view'."),
  .forbidden("off-main", "The list was told on another queue than main."),
  .forbidden("frozen", "Main was away for more than 16 ms."),
]

/// How long main may be away.
private let frame = Duration.milliseconds(16)

/// A text of which sixty messages have something; the list draws ten.
func finding(_ id: String) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [.allowed("shown", "All that was found is in the list.")]
  return Trial(
    id, outcomes: outcomes + common, meanwhile: "main opens a screen, and a text is typed."
  ) { answer, runtime in
    let chat = try ChatStack(.sqlite) { $0.storeCosts.rowRead = .microseconds(400) }
    let texts = (0..<60).map { $0 == 7 ? "The FERRY at 6" : "The ferry at \($0)" }
    var room: NSManagedObjectID!
    try chat.prepare {
      room = try chat.addRoom("Harbour", messages: texts.reversed() + ["Good night"])
    }
    let screen = try SearchScreen(runtime, chat, room)
    screen.open(answer)
    screen.type("ferry")
    runtime.atEnd {
      let isSlow = runtime.longestMainStall > frame
      runtime.outcome(isSlow ? "frozen" : screen.outcome ?? "shown")
    }
  }
}

/// One letter after the other.
///
///     main                            a search            another one
///     textChanged(to: "f")            fetch
///     textChanged(to: "fe")                               fetch
///     show                            show?
func typingOn(
  _ id: String, _ texts: [String], in messages: [String]
) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [
    .allowed("at-last", "The list shows what was found for the last text, and nothing else."),
    .interesting("in-turn", "The list shows what was found for one text after the other."),
  ]
  return Trial(
    id, outcomes: outcomes + common,
    musts: [
      "at-last": "Main is kept waiting: no letter can be typed before the search for the last one "
        + "is over."
    ],
    meanwhile: "main opens a screen, and one letter is typed after the other."
  ) { answer, runtime in
    let chat = try ChatStack()
    try chat.addRoom("Harbour", messages: ["No ferry here", "Fish"])
    let screen = try SearchScreen(runtime, chat, try chat.addRoom("Harbour", messages: messages))
    screen.open(answer)
    runtime.thread("fingers") {
      for text in texts { runtime.main.async { screen.type(text) } }
    }
    runtime.atEnd {
      runtime.outcome(screen.outcome ?? (screen.wasShownOnce ? "at-last" : "in-turn"))
    }
  }
}

/// A text is typed, and the field is emptied by hand or by Cancel; perhaps another text comes then.
func emptying(
  _ id: String, cancels: Bool, then text: String? = nil
) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [
    .allowed("shown", "The list shows what belongs to the field, and nothing came late.")
  ]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: "main opens a screen, a text is typed, and "
      + (cancels ? "Cancel is tapped." : "the field is emptied.")
  ) { answer, runtime in
    let chat = try ChatStack()
    let screen = try SearchScreen(
      runtime, chat, try chat.addRoom("Harbour", messages: ["The ferry", "Fish", "Bread"]))
    screen.open(answer)
    runtime.thread("fingers") {
      runtime.main.async { screen.type("f") }
      runtime.main.async { if cancels { screen.cancel() } else { screen.type("") } }
      if let text { runtime.main.async { screen.type(text) } }
    }
    runtime.atEnd { runtime.outcome(screen.outcome ?? "shown") }
  }
}

/// The same text is typed again behind Cancel, and the store has more by then.
///
///     main                            sync
///     textChanged(to: "fe")
///                                     save
///     cancel, textChanged(to: "fe")
func typingAgain(
  _ id: String, _ text: String = "fe", cancelling: Bool = true
) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [.allowed("shown", "The list shows what is there since the save.")]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: cancelling
      ? "a text is typed, a sync saves a message, Cancel is tapped, and the same text is typed again."
      : "a text is typed, a sync saves a message, and one more letter is typed."
  ) { answer, runtime in
    let chat = try ChatStack()
    let sync = chat.backgroundContext("sync")
    let screen = try SearchScreen(
      runtime, chat, try chat.addRoom("Harbour", messages: ["The ferry", "Bread", "The ferry"]))
    screen.open(answer)
    screen.type("fe")
    runtime.thread("fingers") {
      sync.performAndWait { screen.receive("The last ferry", at: 1, by: sync) }
      runtime.main.async {
        if cancelling { screen.cancel() }
        screen.type(text)
      }
    }
    runtime.atEnd { runtime.outcome(screen.outcome ?? "shown") }
  }
}

/// The store has gone when the second letter comes.
func failing(_ id: String) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [
    .allowed("emptied", "The second search failed, and the list is empty.")
  ]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile:
      "a text is typed. When that was shown, the store goes away, and another one is typed."
  ) { answer, runtime in
    let chat = try ChatStack()
    let screen = try SearchScreen(
      runtime, chat, try chat.addRoom("Harbour", messages: ["The ferry", "Fish"]))
    screen.open(answer)
    screen.whenShown {
      screen.takeTheStoreAway()
      screen.type("fe")
    }
    screen.type("f")
    runtime.atEnd { runtime.outcome(screen.outcome ?? "emptied") }
  }
}

/// Two screens, each with its own room, or both with one.
func openingTwo(_ id: String, onOneRoom isOne: Bool = false) -> Trial<any SearchesMessages> {
  let outcomes: [Outcome] = [.allowed("shown", "Each list shows what belongs to its field.")]
  return Trial(
    id, outcomes: outcomes + common,
    meanwhile: "main opens two screens, and a text is typed in each of them."
  ) { answer, runtime in
    let chat = try ChatStack()
    let rooms = [
      try chat.addRoom("Harbour", messages: ["The ferry", "The ferry"]),
      try chat.addRoom("Market", messages: ["Bread", "No ferry today", "Fish"]),
    ]
    let screens = try (isOne ? [rooms[1], rooms[1]] : rooms).map {
      try SearchScreen(runtime, chat, $0)
    }
    for screen in screens { screen.open(answer) }
    for screen in screens { screen.type("fe") }
    runtime.atEnd { runtime.outcome(screens.compactMap(\.outcome).first ?? "shown") }
  }
}
