import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// A class that is asked for its entity can tell only while one model in use has one.
  static let twoModels = Scenario(
    "launch/two-models", title: "Two models, one class",
    question: "Each test has a container of its own. Can one test fail because of the other?",
    outcomes: [
      .allowed("green", "Both tests pass, as they should: the app is right."),
      .forbidden(
        "red", "Two models claim the class, `entity()` finds none, and a fetch has no entity."),
    ],
    variants: [
      .bug(
        "each test loads the model",
        idea: "A model that is made twice is two models, and a class cannot tell which is meant.",
        expecting: .failing(4, of: 4), lookAt: ["ChatModel.make", "entity()"]
      ) { runtime in
        let tests = Tests()

        runtime.thread("one test") { try tests.run(with: ChatModel.make()) }
        runtime.thread("other test") { try tests.run(with: ChatModel.make()) }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      .fix(
        "one model for all",
        idea: "The model is loaded once, into a constant, and every container is handed it.",
        expecting: .passing(4), lookAt: ["ChatModel.shared"]
      ) { runtime in
        let tests = Tests()

        runtime.thread("one test") { try tests.run(with: ChatModel.shared) }
        runtime.thread("other test") { try tests.run(with: ChatModel.shared) }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      .fix(
        "the context's model is asked", named: "by-name",
        idea: "A name is looked up in the context's own model, of which there is one.",
        expecting: .passing(1), lookAt: ["entityName"]
      ) { runtime in
        let tests = Tests()

        runtime.thread("one test") { try tests.runByName(with: ChatModel.make()) }
        runtime.thread("other test") { try tests.runByName(with: ChatModel.make()) }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      Variant(
        "serial", "one test after the other",
        idea: "The first container is kept, as a suite keeps one, and its model with it.",
        expecting: .failing(2, of: 2), lookAt: ["turn.withLock"]
      ) { runtime in
        let tests = Tests()
        let turn = runtime.lock("turn")

        for name in ["one test", "other test"] {
          runtime.thread(name) { try turn.withLock { try tests.run(with: ChatModel.make()) } }
        }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      Variant(
        "locked", "the model is loaded under a lock",
        idea: "They load it one after the other, and each loads one of its own.",
        expecting: .failing(8, of: 8), lookAt: ["loading.withLock"]
      ) { runtime in
        let tests = Tests()
        let loading = runtime.lock("loading")

        for name in ["one test", "other test"] {
          runtime.thread(name) {
            try tests.run(with: loading.withLock { ChatModel.make() })
          }
        }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
    ])
}

/// What came of the tests, and the containers that they keep.
private final class Tests: @unchecked Sendable {
  // @unchecked Sendable because it is read when all threads have ended, and one of a run's threads
  // runs at a time.
  private var containers: [NSPersistentContainer] = []
  private var hasFailed = false

  func run(with model: NSManagedObjectModel) throws {
    let container = try container(with: model)
    let request = NSFetchRequest<Room>()
    request.entity = Room.entity()
    count(request, in: container)
  }

  func runByName(with model: NSManagedObjectModel) throws {
    let container = try container(with: model)
    count(NSFetchRequest<Room>(entityName: "Room"), in: container)
  }

  private func container(with model: NSManagedObjectModel) throws -> NSPersistentContainer {
    let container = ChatContainer(name: "Chat", managedObjectModel: model)
    container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
    try container.load()
    containers.append(container)
    return container
  }

  /// Finds no room in a store that is empty.
  private func count(_ request: NSFetchRequest<Room>, in container: NSPersistentContainer) {
    let context = container.newBackgroundContext()
    let rooms = context.performAndWait { try? context.count(for: request) }
    if rooms != 0 { hasFailed = true }
  }

  var ending: String { hasFailed ? "red" : "green" }
}
