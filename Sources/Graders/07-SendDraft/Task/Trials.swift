import CoreData
import Interleaving
import WorkbookKit

/// One draft is sent, while the reader goes on using the screen.
///
///     main                    sheet's queue            network
///     insert the draft ----->
///     send(sheet)             save into main ...       main.async { scroll }
func sending(
  _ id: String, text: String, besideSave: Bool = false
) -> Trial<any SendsDrafts> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled on while the message was being sent."),
      .allowed("sent-first", "The message was sent before the reader scrolled on."),
      .forbidden("not-stored", "The sheet says 'sent', and the store knows of no message."),
      .forbidden(
        "not-as-written", "The message in the store is not in the room it was written in."),
      .forbidden("too-early", "The sheet says 'sent' before the message is in the store."),
      .forbidden("refused", "Nothing was wrong with the message, and it was not sent."),
    ] + Outcome.missteps(telling: "The sheet")
  return Trial(
    id, outcomes: outcomes, requirements: [.savedBesideMain("sheet")],
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ],
    meanwhile: "main calls it; the sheet is a child of the view and holds a new message. "
      + (besideSave ? "Another part saves a room in the view." : "The reader scrolls.")
  ) { answer, runtime in
    let compose = try ComposeSheet(runtime, draft: text)
    compose.listener.scrollSomeTime { if besideSave { compose.saveAnotherRoom() } }
    compose.send(by: answer)
    runtime.atEnd {
      runtime.outcome(
        compose.listener.outcome(compose.chat) { call in
          if call.news.error != nil { return "refused" }
          if compose.storedTexts != [text] { return "not-stored" }
          if call.news.storedTexts != [text] { return "too-early" }
          if compose.storedRooms != ["Cafeteria"] { return "not-as-written" }
          return call.hasScrolled ? "scrolled-first" : "sent-first"
        })
    }
  }
}

/// Two sheets are open, and both send, by one answer.
func sendingTwo(_ id: String) -> Trial<any SendsDrafts> {
  sendingTwo(
    id,
    outcomes: [
      .allowed("sent", "Both messages were in the store when their sheets said 'sent'."),
      .forbidden("refused", "Nothing was wrong with a message, and it was not sent."),
    ]
  ) { _ in }
}

/// The same while the view context cannot be saved. What undoes one sheet's message must leave the
/// other one's alone, or that sheet must hear of it.
func conflictingTwo(_ id: String) -> Trial<any SendsDrafts> {
  sendingTwo(
    id,
    outcomes: [
      .interesting("sent", "Both messages found a way past the conflict."),
      .interesting("refused", "A save was refused, and its sheet says so."),
    ]
  ) { try $0.addConflict(to: $0.viewContext) }
}

private func sendingTwo(
  _ id: String, outcomes: [Outcome],
  _ prepare: @escaping @Sendable (ChatStack) throws -> Void
) -> Trial<any SendsDrafts> {
  let missteps: [Outcome] =
    [
      .forbidden("not-stored", "A sheet says 'sent', and the store knows of no message."),
      .forbidden("too-early", "A sheet says 'sent' before its message is in the store."),
    ] + Outcome.missteps(telling: "A sheet")
  return Trial(
    id, outcomes: outcomes + missteps,
    meanwhile: "main calls it twice, for two sheets that are children of the view and hold a new "
      + "message each."
  ) { answer, runtime in
    let texts = ["Hello", "Anybody here?"]
    let chat = try ChatStack()
    try prepare(chat)
    let sheets = try texts.map { try ComposeSheet(runtime, draft: $0, above: chat) }
    for sheet in sheets { sheet.send(by: answer) }
    runtime.atEnd {
      let stored = try chat.storedTexts()
      let missteps = zip(sheets, texts).map { sheet, text in
        sheet.listener.outcome(chat) { call in
          if call.news.error != nil { return "refused" }
          if !stored.contains(text) { return "not-stored" }
          return call.news.storedTexts.contains(text) ? "sent" : "too-early"
        }
      }
      let worst = missteps.first { !["sent", "refused"].contains($0) }
      runtime.outcome(worst ?? (missteps.contains("refused") ? "refused" : "sent"))
    }
  }
}

/// The view context cannot be saved as it is: it holds a change of the room, which somebody else
/// has changed in the store meanwhile. An answer may fail then, but not in silence.
func conflicting(_ id: String) -> Trial<any SendsDrafts> {
  refusing(
    id, "Anybody here?",
    outcomes: [
      .interesting("refused", "The save met another one and was refused, and the sheet says so."),
      .interesting("stored", "The message found a way past the conflict."),
      .forbidden("error-swallowed", "The message could not be saved, and the sheet says 'sent'."),
    ]
  ) { try $0.addConflict(to: $0.viewContext) }
}

/// The draft is too long, so the very first save of it is refused.
func tooLong(_ id: String) -> Trial<any SendsDrafts> {
  refusing(
    id, String(repeating: "Ha! ", count: Message.longestText),
    outcomes: [
      .allowed("refused", "The message was refused, and the sheet says so."),
      .forbidden("stored", "The store has a message that is longer than messages may be."),
      .forbidden("error-swallowed", "The message was refused, and the sheet says 'sent'."),
    ]
  ) { _ in }
}

private func refusing(
  _ id: String, _ text: String, outcomes: [Outcome],
  _ prepare: @escaping @Sendable (ChatStack) throws -> Void
) -> Trial<any SendsDrafts> {
  Trial(id, outcomes: outcomes + Outcome.missteps(telling: "The sheet")) { answer, runtime in
    let compose = try ComposeSheet(runtime, draft: text)
    try prepare(compose.chat)
    compose.send(by: answer)
    runtime.atEnd {
      runtime.outcome(
        compose.listener.outcome(compose.chat) { call in
          if call.news.error != nil { return "refused" }
          return compose.storedTexts.isEmpty ? "error-swallowed" : "stored"
        })
    }
  }
}

/// The sheet with a draft in it, and what it was told.
private final class ComposeSheet: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  /// The error that came, and what was in the store by then.
  typealias News = (error: (any Error)?, storedTexts: [String])

  let listener: Listener<News>
  let chat: ChatStack
  /// The context of the sheet; none after the sheet is closed, which it is by 'Send'.
  private var sheet: NSManagedObjectContext?

  init(_ runtime: Runtime, draft: String, above shared: ChatStack? = nil) throws {
    listener = Listener(runtime)
    chat = try shared ?? ChatStack()
    let roomID = try chat.addRoom("Cafeteria")
    let sheet = chat.shortLivedChild(of: chat.viewContext, "sheet")
    self.sheet = sheet
    try runtime.untraced {
      try sheet.performAndWait {
        let message = Message(context: sheet)
        message.text = draft
        message.room = try sheet.existingObject(with: roomID) as? Room
      }
    }
  }

  func send(by answer: any SendsDrafts) {
    guard let sheet else { return }
    self.sheet = nil
    answer.send(sheet) { self.listener.hear(($0, self.storedTexts)) }
  }

  /// Another part of the app saves what it has in the view.
  func saveAnotherRoom() {
    let view = chat.viewContext
    Room(context: view).name = "Market"
    attempt { try view.save() }
  }

  /// The rooms that the stored messages are in.
  var storedRooms: [String] {
    let request = NSFetchRequest<Message>(entityName: "Message")
    return (try? chat.stored { try $0.fetch(request).map { $0.room?.name ?? "" } }) ?? []
  }

  var storedTexts: [String] { (try? chat.storedTexts()) ?? [] }
}
