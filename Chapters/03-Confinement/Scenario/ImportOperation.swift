import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X04: an operation that takes its context where it is made, not where it runs.
  static let importOperation = Scenario(
    "confinement/import-operation", title: "The context of an operation",
    question: "Main makes an import operation, another thread runs it. Where may it take its "
      + "context?",
    outcomes: [
      .allowed("imported", "The message was saved by a context that only one thread touched."),
      .forbidden("missing", "The message is not in the store."),
    ],
    variants: [
      .bug(
        "taken in init",
        idea: "The initialiser runs on main, so the context it finds there is main's.",
        expecting: .failing(1, of: 1), lookAt: ["init", "contexts.current"]
      ) { runtime in
        let chat = try ChatStack()
        let operation = EagerImport(ContextPerThread(chat))
        runtime.thread("operation") { try operation.main() }
        runtime.atEnd { runtime.outcome(try found(in: chat)) }
      },
      .fix(
        "taken in main()",
        idea: "The operation's main() runs on the operation's thread, and so asks as that thread.",
        expecting: .passing(1), lookAt: ["func main", "contexts.current"]
      ) { runtime in
        let chat = try ChatStack()
        let operation = LateImport(contexts: ContextPerThread(chat))
        runtime.thread("operation") { try operation.main() }
        runtime.atEnd { runtime.outcome(try found(in: chat)) }
      },
      .fix(
        "a context with a queue", named: "queue",
        idea: "It may be made anywhere; what counts is that it is used in its blocks.",
        expecting: .passing(1), lookAt: ["backgroundContext", "performAndWait"]
      ) { runtime in
        let chat = try ChatStack()
        let context = chat.backgroundContext("import")
        runtime.thread("operation") {
          try context.performAndWait { try importMessage(into: context) }
        }
        runtime.atEnd { runtime.outcome(try found(in: chat)) }
      },
      Variant(
        "direct", "a context with a queue, used without it",
        idea: "The context has the right type, and the code goes past its queue.",
        expecting: .failing(1, of: 1), lookAt: ["importMessage"]
      ) { runtime in
        let chat = try ChatStack()
        let context = chat.backgroundContext("import")
        runtime.thread("operation") {
          // It is "the operation's context", but this is not the context's queue.
          try importMessage(into: context)
        }
        runtime.atEnd { runtime.outcome(try found(in: chat)) }
      },
      Variant(
        "half", "inserted inside, saved outside",
        idea: "The new object is made on the queue; the save is sent from the operation's thread.",
        expecting: .failing(1, of: 1), lookAt: ["context.save()"]
      ) { runtime in
        let chat = try ChatStack()
        let context = chat.backgroundContext("import")
        runtime.thread("operation") {
          context.performAndWait {
            let message = Message(context: context)
            message.text = "On my way"
          }
          try context.save()
        }
        runtime.atEnd { runtime.outcome(try found(in: chat)) }
      },
    ])
}

/// Finds its context when it is made.
private struct EagerImport {
  let context: NSManagedObjectContext

  init(_ contexts: ContextPerThread) { context = contexts.current }

  func main() throws { try importMessage(into: context) }
}

/// Finds its context when it runs.
private struct LateImport {
  let contexts: ContextPerThread

  func main() throws { try importMessage(into: contexts.current) }
}

private func importMessage(into context: NSManagedObjectContext) throws {
  let message = Message(context: context)
  message.text = "On my way"
  if context.hasChanges { try context.save() }
}

private func found(in chat: ChatStack) throws -> String {
  try chat.storedTexts() == ["On my way"] ? "imported" : "missing"
}
