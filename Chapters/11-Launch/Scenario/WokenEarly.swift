import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// POSIX: a wait for a condition may end without a signal.
  static let wokenEarly = Scenario(
    "launch/woken-early", title: "The wait that ended by itself",
    question: "A thread waits until the store is open. Is it open when the wait has ended?",
    outcomes: [
      .allowed("shown", "The rooms were fetched when the store was there."),
      .forbidden("too-early", "The rooms were fetched, and the store was not there."),
    ],
    variants: [
      Variant(
        "bug", "if it is not open, wait",
        idea: "The wait ended without a signal, and nothing looks again whether the store is open.",
        expecting: .failing(1, of: 25), lookAt: ["if !gate.isOpen"], weaker: [.earlyWakeUps]
      ) { runtime in
        let gate = try OpenStoreGate(runtime)

        runtime.thread("opening") { try gate.open() }
        runtime.thread("screen") {
          gate.condition.withLock {
            if !gate.isOpen { gate.condition.wait() }
          }
          gate.fetch()
        }
      },
      Variant(
        "fix", "while it is not open, wait",
        idea: "Whatever has woken it, the thread looks again, and waits again.",
        expecting: .passing(26), lookAt: ["while !gate.isOpen"], weaker: [.earlyWakeUps]
      ) { runtime in
        let gate = try OpenStoreGate(runtime)

        runtime.thread("opening") { try gate.open() }
        runtime.thread("screen") {
          gate.condition.withLock {
            while !gate.isOpen { gate.condition.wait() }
          }
          gate.fetch()
        }
      },
      Variant(
        "never-early", "the same if, and no wait ends early",
        idea: "On most days every wait ends with a signal, and the test is green.",
        expecting: .passing(7), lookAt: ["if !gate.isOpen"]
      ) { runtime in
        let gate = try OpenStoreGate(runtime)

        runtime.thread("opening") { try gate.open() }
        runtime.thread("screen") {
          gate.condition.withLock {
            if !gate.isOpen { gate.condition.wait() }
          }
          gate.fetch()
        }
      },
    ])
}

/// What a thread waits for: a store that another one opens.
private final class OpenStoreGate: @unchecked Sendable {
  // @unchecked Sendable because the condition's lock guards what changes.
  let condition: Condition
  private(set) var isOpen = false
  private let runtime: Runtime
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
  private let context = NSManagedObjectContext(.privateQueue)

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    condition = runtime.condition("store is open")
    context.persistentStoreCoordinator = coordinator
    context.name = "screen"
  }

  func open() throws {
    try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  func fetch() {
    let found = context.performAndWait {
      try? context.count(for: NSFetchRequest<Room>(entityName: "Room"))
    }
    runtime.outcome(found == nil ? "too-early" : "shown")
  }
}
