import CoreData
import Interleaving
import WorkbookKit

/// A reply is sent, while the reader goes on using the screen.
///
///     main                    sheet's queue               network
///     reply(text, sheet)      insert, save into main ...  main.async { scroll }
///     sent(id)
///     the notifier looks for id
func replying(_ id: String, _ text: String) -> Trial<any SendsReplies> {
  let outcomes: [Outcome] = [
    .allowed("scrolled-first", "The reader scrolled on while the reply was being sent."),
    .allowed("sent-first", "The reply was sent before the reader scrolled on."),
    .forbidden("temporary-id", "The notifier was given a temporary ID, and finds no reply by it."),
    .forbidden("too-early", "The ID is right, but the reply is not in the store so far."),
    .forbidden("not-stored", "The sheet says 'sent', and the reply never comes into the store."),
    .forbidden("other-reply", "What the notifier found is not the one reply that was written."),
    .forbidden("gave-up", "Nothing was wrong with the reply, and it was not sent."),
    .forbidden("off-main", "The sheet was told on a queue that is not its own."),
    .forbidden("not-told", "The sheet was never told."),
    .forbidden("told-twice", "The sheet was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let sheet = try ReplySheet(runtime)
    runtime.thread("network") { runtime.main.async { sheet.scroll() } }
    sheet.reply(text, by: answer)
    runtime.atEnd {
      let stored = try sheet.chat.storedTexts()
      let outcome = sheet.call.map { call in
        switch call.found {
        case .error: return "gave-up"
        case .nothing where stored.isEmpty: return "not-stored"
        case .nothing(let isTemporary): return isTemporary ? "temporary-id" : "too-early"
        case .message(let found) where found != text || stored != [text]: return "other-reply"
        case .message: return call.hasScrolled ? "scrolled-first" : "sent-first"
        }
      }
      runtime.outcome(sheet.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The view context cannot be saved as it is: it holds a change of the room, which somebody else
/// has changed in the store meanwhile.
func refused(_ id: String) -> Trial<any SendsReplies> {
  let outcomes: [Outcome] = [
    .interesting("refused", "The save was refused, and the sheet says so."),
    .interesting("sent", "The reply found a way past the conflict."),
    .forbidden("error-swallowed", "The save was refused, and the sheet says 'sent'."),
    .forbidden("off-main", "The sheet was told on a queue that is not its own."),
    .forbidden("not-told", "The sheet was never told."),
    .forbidden("told-twice", "The sheet was told more than once."),
  ]
  return Trial(id, outcomes: outcomes) { answer, runtime in
    let sheet = try ReplySheet(runtime)
    try sheet.makeSaveFail()
    sheet.reply("Anybody here?", by: answer)
    runtime.atEnd {
      let outcome = sheet.call.map { call in
        switch call.found {
        case .error: "refused"
        case .nothing: "error-swallowed"
        case .message: "sent"
        }
      }
      runtime.outcome(sheet.misstep ?? outcome ?? "not-told")
    }
  }
}

/// The sheet that a reply is written in, and the notifier that is told of it.
private final class ReplySheet {
  /// `sent` was called.
  struct Call {
    let isOnMain: Bool
    let hasScrolled: Bool
    let found: Found
  }

  /// What the notifier found.
  enum Found {
    case error
    case nothing(isTemporary: Bool)
    case message(String)
  }

  let chat: ChatStack
  private let context: NSManagedObjectContext
  private let runtime: Runtime
  private var hasScrolled = false
  private var calls: [Call] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    context = chat.child(of: chat.viewContext, "sheet")
  }

  func scroll() { hasScrolled = true }

  func makeSaveFail() throws {
    let (view, admin) = (chat.viewContext, chat.backgroundContext("admin"))
    let roomID = try chat.addRoom("General")
    let room = try view.existingObject(with: roomID) as! Room
    room.topic = "Mine"
    try admin.performAndWait {
      let room = try admin.existingObject(with: roomID) as! Room
      room.topic = "Theirs"
      try admin.save()
    }
  }

  func reply(_ text: String, by answer: any SendsReplies) {
    answer.reply(text, in: context) { result in
      self.calls.append(
        Call(
          isOnMain: self.runtime.main.isCurrent, hasScrolled: self.hasScrolled,
          found: self.look(for: result)))
    }
  }

  private func look(for result: Result<NSManagedObjectID, any Error>) -> Found {
    guard case .success(let id) = result else { return .error }
    let notifier = chat.backgroundContext("notifier")
    return notifier.performAndWait {
      let message = try? notifier.existingObject(with: id) as? Message
      return message.map { .message($0.text) } ?? .nothing(isTemporary: id.isTemporaryID)
    }
  }

  var call: Call? { calls.first }

  /// What is wrong whatever came of the reply.
  var misstep: String? {
    if !chat.violations.isEmpty { return "violation" }
    if calls.count > 1 { return "told-twice" }
    return calls.allSatisfy(\.isOnMain) ? nil : "off-main"
  }
}
