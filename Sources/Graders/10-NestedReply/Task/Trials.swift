import CoreData
import Interleaving
import WorkbookKit

/// A reply is sent, while the reader goes on using the screen.
///
///     main                    sheet's queue               network
///     reply(text, sheet)      insert, save into main ...  main.async { scroll }
///     sent(id)
///     the notifier looks for id
///
/// `others` arrive in the store meanwhile, and another part of the app may save the view.
func replying(
  _ id: String, _ text: String, beside others: [String] = [], besideSave: Bool = false,
  besideWork: Bool = false
) -> Trial<any SendsReplies> {
  let outcomes: [Outcome] =
    [
      .allowed("scrolled-first", "The reader scrolled on while the reply was being sent."),
      .allowed("sent-first", "The reply was sent before the reader scrolled on."),
      .forbidden(
        "temporary-id", "The notifier was given a temporary ID, and finds no reply by it."),
      .forbidden("too-early", "The ID is right, but the reply is not in the store so far."),
      .forbidden("not-stored", "The sheet says 'sent', and the reply never comes into the store."),
      .forbidden("other-reply", "What the notifier found is not the one reply that was written."),
      .forbidden("other-text", "A reply was stored, and it is not the one that was written."),
      .forbidden("gave-up", "Nothing was wrong with the reply, and it was not sent."),
    ] + Outcome.missteps(telling: "The sheet")
  return Trial(
    id, outcomes: outcomes,
    requirements: [
      .work(.willSave, by: "sheet", "The reply was not written in the sheet, and saved there."),
      .savedBesideMain("sheet"),
    ],
    musts: [
      "scrolled-first":
        "The main queue is kept waiting until it is done: no order lets the reader scroll first."
    ],
    meanwhile: "main calls it; the sheet is a child of the view. The reader scrolls, and another "
      + "context looks for the ID." + (besideSave ? " Another part saves the view." : "")
      + (besideWork ? " A block of the sheet is asking the view something." : "")
  ) { answer, runtime in
    let sheet = try ReplySheet(runtime)
    try sheet.addOthers(writing: text)
    others.forEach(sheet.receiveSomeTime)
    let view = sheet.chat.viewContext
    if besideWork { sheet.askTheView() }
    sheet.listener.scrollSomeTime { if besideSave { attempt { try view.save() } } }
    sheet.reply(text, by: answer)
    runtime.atEnd {
      let stored = try sheet.chat.storedTexts()
      runtime.outcome(
        sheet.listener.outcome(sheet.chat) { call in
          switch call.news {
          case .error: "gave-up"
          case .nothing where stored.count { $0 == text } < 2: "not-stored"
          case .nothing(let isTemporary): isTemporary ? "temporary-id" : "too-early"
          case .object where stored.count { $0 == text } < 2: "other-text"
          case .object(let found)
          where found != text || stored != (["Being typed", "Hello", text, text] + others).sorted():
            "other-reply"
          case .object: call.hasScrolled ? "scrolled-first" : "sent-first"
          }
        })
    }
  }
}

/// The view context cannot be saved as it is: it holds a change of the room, which somebody else
/// has changed in the store meanwhile.
func refused(_ id: String) -> Trial<any SendsReplies> {
  refusing(id, "Anybody here?") { try $0.addConflict(to: $0.viewContext) }
}

/// The same with two replies, which an answer may save together: each sheet is told.
func refusedTwice(_ id: String) -> Trial<any SendsReplies> {
  refusing(id, "Anybody here?", "Nobody?") { try $0.addConflict(to: $0.viewContext) }
}

/// The reply is too long, so the very first save of it is refused.
func tooLong(_ id: String) -> Trial<any SendsReplies> {
  refusing(id, String(repeating: "Ha! ", count: Message.longestText)) { _ in }
}

private func refusing(
  _ id: String, _ texts: String..., prepare: @escaping @Sendable (ChatStack) throws -> Void
) -> Trial<any SendsReplies> {
  let outcomes: [Outcome] =
    [
      .interesting("refused", "The save was refused, and the sheet says so."),
      .interesting("sent", "The reply found a way past the refusal."),
      .forbidden("error-swallowed", "The save was refused, and the sheet says 'sent'."),
    ] + Outcome.missteps(telling: "The sheet")
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let chat = try ChatStack()
    try prepare(chat)
    let sheets = try texts.map { text in (text, try ReplySheet(runtime, above: chat)) }
    for (text, sheet) in sheets { sheet.reply(text, by: answer) }
    runtime.atEnd {
      let told = sheets.map { text, sheet in
        sheet.listener.outcome(chat) { call in
          switch call.news {
          case .error: "refused"
          case .nothing: "error-swallowed"
          case .object: "sent"
          }
        }
      }
      runtime.outcome(told.first { !["refused", "sent"].contains($0) } ?? told[0])
    }
  }
}

/// The sheet that a reply is written in, and the notifier that is told of it.
private final class ReplySheet: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and hands on what it saw.
  let listener: Listener<LookupResult>
  let chat: ChatStack
  private let runtime: Runtime
  private let context: NSManagedObjectContext

  init(_ runtime: Runtime, above shared: ChatStack? = nil) throws {
    self.runtime = runtime
    listener = Listener(runtime)
    chat = try shared ?? ChatStack()
    context = chat.child(of: chat.viewContext, "sheet")
  }

  /// Somebody wrote the same before, and somebody types something else in the view context.
  func addOthers(writing text: String) throws {
    let view = chat.viewContext
    try chat.addRoom("Cafeteria", messages: ["Hello", text])
    Message(context: view).text = "Being typed"
  }

  /// The sheet's queue is busy, and needs main for it.
  func askTheView() {
    let view = chat.viewContext
    context.perform { _ = view.performAndWait { view.registeredObjects.count } }
  }

  func receiveSomeTime(_ text: String) {
    let sync = chat.backgroundContext("sync")
    runtime.thread("network") {
      try sync.performAndWait {
        Message(context: sync).text = text
        try sync.save()
      }
    }
  }

  func reply(_ text: String, by answer: any SendsReplies) {
    answer.reply(text, in: context) { self.listener.hear(self.notify($0)) }
  }

  /// The notifier looks for the reply in a context beside the view context.
  private func notify(_ result: Result<NSManagedObjectID, any Error>) -> LookupResult {
    let notifier = chat.backgroundContext("notifier")
    return notifier.performAndWait {
      LookupResult(result, in: notifier) { (message: Message) in
        message.room == nil ? message.text : "an older message"
      }
    }
  }
}
