import CoreData
import Interleaving
import WorkbookKit

/// One draft is sent, while the reader goes on using the screen.
///
///     main                    sheet's queue            network
///     insert the draft ----->
///     send(sheet)             save into main ...       main.async { scroll }
func sending(_ id: String, text: String) -> Trial<any SendsDrafts> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on while the message was being sent."),
    .allowed("sent-first", "The message was sent before the reader scrolled on."),
    .forbidden("not-stored", "The sheet says 'sent', and the store knows of no message."),
    .forbidden("too-early", "The sheet says 'sent' before the message is in the store."),
    .forbidden("off-main", "The sheet was told on a queue that is not its own."),
    .forbidden("not-told", "The sheet was never told."),
    .forbidden("told-twice", "The sheet was told more than once."),
    .forbidden("refused", "Nothing was wrong with the message, and it was not sent."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let compose = try ComposeSheet(runtime, draft: text)
    runtime.thread("network") { runtime.main.async { compose.scroll() } }
    compose.send(by: answer)
    runtime.atEnd {
      let outcome = compose.call.map { call in
        if !call.isOnMain { return "off-main" }
        if call.error != nil { return "refused" }
        if compose.storedTexts != [text] { return "not-stored" }
        if call.storedTexts != [text] { return "too-early" }
        return call.hasScrolled ? "scrolled-first" : "sent-first"
      }
      runtime.outcome(compose.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The view context cannot be saved as it is: it holds a change of the room, which somebody else
/// has changed in the store meanwhile. An answer may fail then, but not in silence.
func conflicting(_ id: String) -> Trial<any SendsDrafts> {
  let outcomes: [Outcome] = [
    .interesting("refused", "The save met another one and was refused, and the sheet says so."),
    .interesting("stored", "The message found a way past the conflict."),
    .forbidden("error-swallowed", "The message could not be saved, and the sheet says 'sent'."),
    .forbidden("not-told", "The sheet was never told."),
    .forbidden("told-twice", "The sheet was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let compose = try ComposeSheet(runtime, draft: "Anybody here?")
    try compose.changeRoomOnBothSides()
    compose.send(by: answer)
    runtime.atEnd {
      let isStored = !compose.storedTexts.isEmpty
      let outcome = compose.call.map { call in
        call.error != nil ? "refused" : isStored ? "stored" : "error-swallowed"
      }
      runtime.outcome(compose.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The sheet with a draft in it, and what it was told.
private final class ComposeSheet {
  /// `sent` was called.
  struct Call {
    let isOnMain: Bool
    let hasScrolled: Bool
    let storedTexts: [String]
    let error: (any Error)?
  }

  private let chat: ChatStack
  private let sheet: NSManagedObjectContext
  private let roomID: NSManagedObjectID
  private let runtime: Runtime
  private var hasScrolled = false
  private var calls: [Call] = []

  init(_ runtime: Runtime, draft: String) throws {
    self.runtime = runtime
    chat = try ChatStack()
    roomID = try chat.addRoom("General")
    sheet = chat.child(of: chat.viewContext, "sheet")
    let (sheet, roomID) = (sheet, roomID)
    try sheet.performAndWait {
      let message = Message(context: sheet)
      message.text = draft
      message.room = try sheet.existingObject(with: roomID) as? Room
    }
  }

  func scroll() { hasScrolled = true }

  func changeRoomOnBothSides() throws {
    let room = try chat.viewContext.existingObject(with: roomID) as! Room
    room.topic = "Mine"
    let (admin, roomID) = (chat.backgroundContext("admin"), roomID)
    try admin.performAndWait {
      let room = try admin.existingObject(with: roomID) as! Room
      room.topic = "Theirs"
      try admin.save()
    }
  }

  func send(by answer: any SendsDrafts) {
    answer.send(sheet) { error in
      self.calls.append(
        Call(
          isOnMain: self.runtime.main.isCurrent, hasScrolled: self.hasScrolled,
          storedTexts: self.storedTexts, error: error))
    }
  }

  var call: Call? { calls.first }
  var storedTexts: [String] { (try? chat.storedTexts()) ?? [] }

  /// What is wrong whatever the message came to.
  var misstep: String? {
    if !chat.violations.isEmpty { return "violation" }
    return calls.count > 1 ? "told-twice" : nil
  }
}
