import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X36: a task, and a context, for every item.
  static let taskPerItem = Scenario(
    "swift-concurrency/task-per-item", title: "One task for each message",
    question: "Two messages of one author arrive. Each is imported by a task of its own.",
    outcomes: [
      .allowed("one-author", "Both messages are there, and their author once."),
      .forbidden("twins", "The author is there twice."),
      .forbidden("incomplete", "A message is missing."),
    ],
    variants: [
      .bug(
        "a context for each",
        idea: "Each task looks for the author in a context of its own, and makes one if need be.",
        expecting: .failing(4, of: 6), lookAt: ["backgroundContext", "addTask"]
      ) { runtime in
        let chat = try ChatStack()

        runtime.task("import") {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for text in ["Hello", "Anybody?"] {
              let context = chat.backgroundContext("import \(text)")
              group.addTask { try await context.perform { try context.receive(text) } }
            }
            try await group.waitForAll()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.received()) }
      },
      .fix(
        "one context for all",
        idea: "All tasks hand their messages to one context, whose queue takes one at a time.",
        expecting: .passing(2), lookAt: ["backgroundContext", "addTask"]
      ) { runtime in
        let chat = try ChatStack()
        let context = chat.backgroundContext("import")

        runtime.task("import") {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for text in ["Hello", "Anybody?"] {
              group.addTask { try await context.perform { try context.receive(text) } }
            }
            try await group.waitForAll()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.received()) }
      },
      .fix(
        "one task for all", named: "batch",
        idea: "The messages are one batch: one block, one save.",
        expecting: .passing(1), lookAt: ["for text"]
      ) { runtime in
        let chat = try ChatStack()
        let context = chat.backgroundContext("import")

        runtime.task("import") {
          try await context.perform {
            for text in ["Hello", "Anybody?"] { try context.insert(text) }
            try context.save()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.received()) }
      },
      Variant(
        "trump", "with a merge policy",
        idea: "A policy decides conflicts, and two new rows are none.",
        expecting: .failing(4, of: 6), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ChatStack()

        runtime.task("import") {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for text in ["Hello", "Anybody?"] {
              let context = chat.backgroundContext("import \(text)")
              context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
              group.addTask { try await context.perform { try context.receive(text) } }
            }
            try await group.waitForAll()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.received()) }
      },
      Variant(
        "merging", "with automatic merging",
        idea: "A context that follows the others hears of their rows after it has looked.",
        expecting: .failing(4, of: 8), lookAt: ["automatically"]
      ) { runtime in
        let chat = try ChatStack()

        runtime.task("import") {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for text in ["Hello", "Anybody?"] {
              let context = chat.backgroundContext("import \(text)")
              context.automaticallyMergesChangesFromParent = true
              group.addTask { try await context.perform { try context.receive(text) } }
            }
            try await group.waitForAll()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.received()) }
      },
    ])
}

extension NSManagedObjectContext {
  /// Makes a message of Ann's, and Ann if she is not known yet.
  fileprivate func insert(_ text: String) throws {
    let known = NSFetchRequest<Member>(entityName: "Member")
    known.predicate = NSPredicate(format: "name == %@", "Ann")
    let author = try fetch(known).first ?? Member(context: self)
    author.name = "Ann"
    let message = Message(context: self)
    message.text = text
    message.author = author
  }

  fileprivate func receive(_ text: String) throws {
    try insert(text)
    try save()
  }
}

extension ChatStack {
  fileprivate func received() throws -> String {
    if try storedTexts().count < 2 { return "incomplete" }
    let authors = try stored { try $0.count(for: NSFetchRequest<Member>(entityName: "Member")) }
    return authors == 1 ? "one-author" : "twins"
  }
}
