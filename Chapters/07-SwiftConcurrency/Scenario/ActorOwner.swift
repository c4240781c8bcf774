import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X33: an actor owns a context, and the context has a queue of its own.
  static let actorOwner = Scenario(
    "swift-concurrency/actor-owner", title: "The actor that owns a context",
    question: "An actor keeps a context to itself and no other code has it. Is that not enough?",
    outcomes: [
      .allowed("stored", "Both rooms are in the store."),
      .forbidden("missing", "A room is missing."),
    ],
    variants: [
      .bug(
        "the actor uses it directly",
        idea: "The actor is alone with its context, and not on the queue of the context.",
        expecting: .failing(2, of: 2), lookAt: ["actor", "context"]
      ) { runtime in
        actor Rooms {
          private let context: NSManagedObjectContext
          init(_ context: NSManagedObjectContext) { self.context = context }

          func add(_ name: String) throws {
            let room = Room(context: context)
            room.name = name
            try context.save()
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat.backgroundContext("rooms"))
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
      .fix(
        "every method awaits perform",
        idea: "The actor says what is to be done; the queue of the context does it, in one block.",
        expecting: .passing(6), lookAt: ["await context.perform"]
      ) { runtime in
        actor Rooms {
          private let context: NSManagedObjectContext
          init(_ context: NSManagedObjectContext) { self.context = context }

          func add(_ name: String) async throws {
            let context = context
            try await context.perform {
              let room = Room(context: context)
              room.name = name
              try context.save()
            }
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat.backgroundContext("rooms"))
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
      .fix(
        "the actor lives on the context", named: "executor",
        idea: "Its executor hands every job to the context with perform, so it is on the queue.",
        expecting: .passing(2), lookAt: ["unownedExecutor", "context.perform"]
      ) { runtime in
        actor Rooms {
          private let context: NSManagedObjectContext
          private nonisolated let executor: ContextExecutor
          nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
          }
          init(_ context: NSManagedObjectContext) {
            self.context = context
            executor = ContextExecutor(context)
          }

          func add(_ name: String) throws {
            let room = Room(context: context)
            room.name = name
            try context.save()
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat.backgroundContext("rooms"))
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
      Variant(
        "made-inside", "made by the actor",
        idea: "The actor makes the context itself, so that it belongs to it.",
        expecting: .failing(2, of: 2), lookAt: ["backgroundContext"]
      ) { runtime in
        actor Rooms {
          private let context: NSManagedObjectContext
          init(_ chat: ChatStack) { context = chat.backgroundContext("rooms") }

          func add(_ name: String) throws {
            let room = Room(context: context)
            room.name = name
            try context.save()
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat)
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
      Variant(
        "saves-in-perform", "only the save is in perform",
        idea: "The expensive part goes to the queue; the room is still made on the actor.",
        expecting: .failing(6, of: 6), lookAt: ["Room(context", "await context.perform"]
      ) { runtime in
        actor Rooms {
          private let context: NSManagedObjectContext
          init(_ context: NSManagedObjectContext) { self.context = context }

          func add(_ name: String) async throws {
            let context = context
            let room = Room(context: context)
            room.name = name
            try await context.perform { try context.save() }
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat.backgroundContext("rooms"))
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
      .fix(
        "a main actor and the view context", named: "main",
        idea: "The main actor is on the main queue, and so is this one context.",
        expecting: .passing(2), lookAt: ["@MainActor", "viewContext"]
      ) { runtime in
        @MainActor final class Rooms {
          private let context: NSManagedObjectContext
          nonisolated init(_ context: NSManagedObjectContext) { self.context = context }

          func add(_ name: String) throws {
            let room = Room(context: context)
            room.name = name
            try context.save()
          }
        }

        let chat = try ChatStack()
        let rooms = Rooms(chat.viewContext)
        runtime.task("harbour") { try await rooms.add("Harbour") }
        runtime.task("market") { try await rooms.add("Market") }
        runtime.atEnd { runtime.outcome(try chat.bothStored()) }
      },
    ])
}

/// Runs an actor's jobs on the queue of a context, one after the other.
private final class ContextExecutor: SerialExecutor, @unchecked Sendable {
  // @unchecked Sendable because a context may be asked to perform from anywhere.
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    context.perform { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

extension ChatStack {
  fileprivate func bothStored() throws -> String {
    try storedRoomNames() == ["Harbour", "Market"] ? "stored" : "missing"
  }
}
