import ControlledDispatch
import CoreData
import Interleaving
import WorkbookKit

private typealias BlockOperation = Platform.BlockOperation
private typealias OperationQueue = Platform.OperationQueue

extension Scenario {
  /// A dependency waits for the end of an operation, and not for what that has only asked for.
  static let dependentOperation = Scenario(
    "confinement/dependent-operation", title: "Finished, and not done",
    question: "An operation lists what another one imports, and depends on it. What does it find?",
    outcomes: [
      .allowed("listed", "The list has the message that was imported."),
      .forbidden("empty", "The list was made when nothing was imported yet."),
    ],
    variants: [
      .bug(
        "the import is asked for",
        idea: "perform returns at once, and so the operation has ended before its block begins.",
        expecting: .failing(2, of: 4), lookAt: ["imports.perform", "addDependency"]
      ) { runtime in
        let app = try ListingApp(runtime)
        let imports = app.context("imports")

        let first = BlockOperation { imports.perform { app.importMessage(into: imports) } }
        let second = BlockOperation { app.list() }
        second.addDependency(first)
        OperationQueue().addOperations([first, second], waitUntilFinished: false)
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "the import is waited for",
        idea: "An operation has a thread to wait with; when it ends, its block has ended.",
        expecting: .passing(2), lookAt: ["performAndWait", "addDependency"]
      ) { runtime in
        let app = try ListingApp(runtime)
        let imports = app.context("imports")

        let first = BlockOperation { imports.performAndWait { app.importMessage(into: imports) } }
        let second = BlockOperation { app.list() }
        second.addDependency(first)
        OperationQueue().addOperations([first, second], waitUntilFinished: false)
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "the block adds the next one", named: "added-by-block",
        idea: "What comes next is added when there is something for it: at the end of the block.",
        expecting: .passing(1), lookAt: ["imports.perform", "addOperation {"]
      ) { runtime in
        let app = try ListingApp(runtime)
        let imports = app.context("imports")
        let queue = OperationQueue()

        queue.addOperation {
          imports.perform {
            app.importMessage(into: imports)
            queue.addOperation { app.list() }
          }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "one-at-a-time", "one operation at a time",
        idea: "The queue begins the second when the first has ended, and that is too early.",
        expecting: .failing(1, of: 2), lookAt: ["maxConcurrentOperationCount"]
      ) { runtime in
        let app = try ListingApp(runtime)
        let imports = app.context("imports")
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        queue.addOperation { imports.perform { app.importMessage(into: imports) } }
        queue.addOperation { app.list() }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "completion-block", "the completion block lists",
        idea: "It is called when the operation has ended, as the dependency is.",
        expecting: .failing(1, of: 2), lookAt: ["completionBlock"]
      ) { runtime in
        let app = try ListingApp(runtime)
        let imports = app.context("imports")

        let first = BlockOperation { imports.perform { app.importMessage(into: imports) } }
        first.completionBlock = { app.list() }
        OperationQueue().addOperation(first)
        runtime.atEnd { runtime.outcome(app.ending) }
      },
    ])
}

/// An app whose list is made by an operation.
private final class ListingApp: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let chat: ChatStack
  private let reader: NSManagedObjectContext
  private let runtime: Runtime
  private var listed: [String] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    reader = chat.backgroundContext("reader")
  }

  func context(_ name: String) -> NSManagedObjectContext { chat.backgroundContext(name) }

  /// In a block of the context.
  func importMessage(into context: NSManagedObjectContext) {
    attempt {
      Message(context: context).text = "On my way"
      try context.save()
    }
  }

  func list() {
    reader.performAndWait {
      let found = try? reader.fetch(NSFetchRequest<Message>(entityName: "Message"))
      listed = (found ?? []).map(\.text)
    }
  }

  var ending: String { listed == ["On my way"] ? "listed" : "empty" }
}
