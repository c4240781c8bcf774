import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// BR1: a batch does not ask objects whether they are valid.
  static let batchInsertInvalid = Scenario(
    "volume/batch-insert-invalid", title: "What a save would have refused",
    question: "One of three messages is longer than allowed. What does main find in the store?",
    outcomes: [
      .allowed("valid", "Main finds nothing that is too long, and both others are stored."),
      .forbidden("invalid", "Main finds a message that no save would have let pass."),
      .forbidden("missing", "The two others are not stored either."),
    ],
    variants: [
      .bug(
        "inserted in a batch",
        idea: "A batch makes rows and no objects, so no object is asked whether it is valid.",
        expecting: .failing(2, of: 2), lookAt: ["insertInBatch"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt { try sync.insertInBatch(ServerPage.texts) }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
      .fix(
        "checked before the batch",
        idea: "The batch gets only what the rule lets pass.",
        expecting: .passing(2), lookAt: ["filter"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt {
            let valid = ServerPage.texts.filter { $0.count <= Message.longestText }
            try sync.insertInBatch(valid)
          }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
      .fix(
        "objects that are checked one by one", named: "objects",
        idea: "Each object is asked as a save would ask it, and what is not valid is dropped.",
        expecting: .passing(2), lookAt: ["validateForInsert", "delete"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt {
            for text in ServerPage.texts {
              let message = Message(context: sync)
              message.text = text
              do { try message.validateForInsert() } catch { sync.delete(message) }
            }
            try sync.save()
          }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
      Variant(
        "saved", "a save behind the batch",
        idea: "A save validates what its context has changed, and this one has changed nothing.",
        expecting: .failing(2, of: 2), lookAt: ["save()"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt {
            try sync.insertInBatch(ServerPage.texts)
            try sync.save()
          }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
      Variant(
        "all-objects", "objects, and one save",
        idea: "The save refuses the whole page for one message.",
        expecting: .failing(1, of: 1), lookAt: ["Message(context:", "save()"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt {
            for text in ServerPage.texts { Message(context: sync).text = text }
            try sync.save()
          }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
      Variant(
        "afterwards", "checked after the batch",
        idea: "What is not valid is deleted a moment later, and main may come in between.",
        expecting: .failing(1, of: 5), lookAt: ["insertInBatch", "delete"]
      ) { runtime in
        let page = try ServerPage(runtime)
        let sync = page.chat.backgroundContext("sync")

        sync.perform {
          attempt {
            try sync.insertInBatch(ServerPage.texts)
            for message in try sync.fetch(NSFetchRequest<Message>(entityName: "Message")) {
              do { try message.validateForInsert() } catch { sync.delete(message) }
            }
            try sync.save()
          }
        }
        page.mainLooks()
        runtime.atEnd { runtime.outcome(try page.judged()) }
      },
    ])
}

/// A page of messages that the server sends, of which one is too long.
private final class ServerPage: @unchecked Sendable {
  // @unchecked Sendable because only main changes it.
  static let texts = [
    "Hello", String(repeating: "x", count: Message.longestText + 1), "Hello yourself",
  ]

  let chat: ChatStack
  private let runtime: Runtime
  private var hasSeenInvalid = false

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
  }

  /// Main fetches some time.
  func mainLooks() {
    let view = chat.viewContext
    view.perform { [self] in
      attempt {
        let found = try view.fetch(NSFetchRequest<Message>(entityName: "Message"))
        hasSeenInvalid = found.contains { $0.text.count > Message.longestText }
        runtime.note("screen", "finds \(found.count) messages")
      }
    }
  }

  func judged() throws -> String {
    if hasSeenInvalid { return "invalid" }
    let stored = try chat.storedTexts()
    if stored.contains(where: { $0.count > Message.longestText }) { return "invalid" }
    return stored == ["Hello", "Hello yourself"] ? "valid" : "missing"
  }
}

extension NSManagedObjectContext {
  fileprivate func insertInBatch(_ texts: [String]) throws {
    try execute(
      NSBatchInsertRequest(entityName: "Message", objects: texts.map { ["text": $0] }))
  }
}
