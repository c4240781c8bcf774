import CoreData
import Interleaving
import WorkbookKit

/// A screen with replies, a server, and what came of a refresh.
final class ReplyScreen: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let chat: ChatStack
  private let runtime: Runtime
  private let answer: any ShowsReplies
  private let server: Server
  private var asked = 0
  private var told = 0
  private var misstep: String?
  private var marked: Message?
  private let before: [String]

  init(
    _ runtime: Runtime, _ answer: any ShowsReplies, stored: [String] = [], server: [[String]],
    _ storage: ChatStack.Storage = .memory
  ) throws {
    (self.runtime, self.answer) = (runtime, answer)
    let chat = try ChatStack(storage) { $0.storeCosts.save = .milliseconds(20) }
    self.chat = chat
    self.server = Server(server)
    before = stored
    try chat.prepare { try chat.addRoom("Harbour", messages: stored) }
  }

  static let tooLong = String(repeating: "x", count: Message.longestText + 1)
}

private final class Server: ReplyServer {
  let pages: [[String]]
  init(_ pages: [[String]]) { self.pages = pages }
}

// MARK: What goes on

extension ReplyScreen {
  /// In a turn of main.
  func open() { answer.open(chat.viewContext, server) }

  /// In a turn of main; `next` is done when it has ended.
  func refresh(then next: @escaping () -> Void = {}) {
    asked += 1
    answer.refresh { [self] in
      runtime.note(ListenerFact.told)
      told += 1
      if told > asked { misstep = misstep ?? "told-twice" }
      guard runtime.main.isCurrent else {
        misstep = misstep ?? "off-main"
        return
      }
      if Set(answer.texts).isSuperset(of: expected) == false { misstep = misstep ?? "missing" }
      next()
    }
  }

  /// The user writes, and sends nothing; and marks a reply that is there already.
  func type() {
    Message(context: chat.viewContext).text = "draft"
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.includesPendingChanges = false
    marked = try? chat.viewContext.fetch(request).first
    marked?.position = 7
  }

  /// What a page has that the store refuses is refused with its page.
  private var expected: [String] {
    server.pages.filter { !$0.contains(Self.tooLong) }.flatMap(\.self)
  }
}

// MARK: What came of it

extension ReplyScreen {
  /// What is wrong when all is over.
  func outcome(hasDraft: Bool = false) throws -> String {
    if !chat.violations.isEmpty { return Outcome.violation.name }
    if let misstep { return misstep }
    if told < asked { return "not-told" }
    if runtime.longestMainStall > Screen.frame { return "frozen" }
    let stored = try chat.storedTexts()
    if stored.contains("draft") { return "draft-saved" }
    if hasDraft {
      let pending = chat.viewContext.insertedObjects.compactMap { ($0 as? Message)?.text }
      let isMarked = marked?.managedObjectContext != nil && marked?.position == 7
      if pending != ["draft"] || !isMarked || marked?.hasChanges == false { return "draft-gone" }
    }
    if !Set(stored).isSuperset(of: expected) { return "not-stored" }
    if !Set(stored).isSubset(of: expected + before) { return "half-page" }
    let shown = answer.texts.filter { $0 != "draft" }
    if Set(stored).count < stored.count || Set(shown).count < shown.count { return "twice" }
    return shown.sorted() == stored ? "shown" : "missing"
  }
}
