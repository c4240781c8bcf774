import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// A task is cancelled between what it changed and what it saved.
  static let cancelledHalfWay = Scenario(
    "swift-concurrency/cancelled-half-way", title: "Cancelled half way",
    question: "A room is copied with its messages, and the copy is cancelled. What is left?",
    outcomes: [
      .allowed("whole", "The copy is there, with all its messages."),
      .allowed("none", "There is no copy."),
      .forbidden("half", "A copy without all its messages is in the store."),
    ],
    variants: [
      .bug(
        "it stops, and its half stays",
        idea: "A cancelled copy throws; what it made is pending, and the next save takes it along.",
        expecting: .failing(1, of: 4), lookAt: ["checkCancellation", "save"]
      ) { runtime in
        let copies = try Copies()
        let context = copies.context

        let copy = runtime.task("copy") {
          do {
            await context.perform {
              let room = Room(context: context)
              room.name = "Copy"
            }
            try Task.checkCancellation()
            try await context.perform { try context.finishCopy() }
          } catch is CancellationError {}
        }
        runtime.cancel(copy)
        // Other code works in the same context, and saves.
        try context.performAndWait { try context.markAsRead() }
        runtime.atEnd { runtime.outcome(try copies.judged()) }
      },
      .fix(
        "one block",
        idea:
          "It looks whether it is cancelled before it begins; what has begun is finished.",
        expecting: .passing(3), lookAt: ["checkCancellation", "perform"]
      ) { runtime in
        let copies = try Copies()
        let context = copies.context

        let copy = runtime.task("copy") {
          do {
            try Task.checkCancellation()
            try await context.perform {
              let room = Room(context: context)
              room.name = "Copy"
              try context.finishCopy()
            }
          } catch is CancellationError {}
        }
        runtime.cancel(copy)
        try context.performAndWait { try context.markAsRead() }
        runtime.atEnd { runtime.outcome(try copies.judged()) }
      },
      .fix(
        "a context of its own", named: "own-context",
        idea: "The half lies in a context that no other code saves, and goes with it.",
        expecting: .passing(22), lookAt: ["backgroundContext"]
      ) { runtime in
        let copies = try Copies()
        let context = copies.context
        let own = copies.chat.backgroundContext("copy")

        let copy = runtime.task("copy") {
          do {
            await own.perform {
              let room = Room(context: own)
              room.name = "Copy"
            }
            try Task.checkCancellation()
            try await own.perform { try own.finishCopy() }
          } catch is CancellationError {}
        }
        runtime.cancel(copy)
        try context.performAndWait { try context.markAsRead() }
        runtime.atEnd { runtime.outcome(try copies.judged()) }
      },
      Variant(
        "rollback", "rolled back when it is cancelled",
        idea: "The half is taken back, a block later: others may have saved it by then.",
        expecting: .failing(1, of: 5), lookAt: ["rollback"]
      ) { runtime in
        let copies = try Copies()
        let context = copies.context

        let copy = runtime.task("copy") {
          do {
            await context.perform {
              let room = Room(context: context)
              room.name = "Copy"
            }
            try Task.checkCancellation()
            try await context.perform { try context.finishCopy() }
          } catch is CancellationError {
            await context.perform { context.rollback() }
          }
        }
        runtime.cancel(copy)
        try context.performAndWait { try context.markAsRead() }
        runtime.atEnd { runtime.outcome(try copies.judged()) }
      },
      Variant(
        "handler", "rolled back by a cancellation handler",
        idea: "The handler runs at once, and perhaps before the half is made.",
        expecting: .failing(4, of: 19), lookAt: ["onCancel", "rollback"]
      ) { runtime in
        let copies = try Copies()
        let context = copies.context

        let copy = runtime.task("copy") {
          do {
            try await withTaskCancellationHandler {
              await context.perform {
                let room = Room(context: context)
                room.name = "Copy"
              }
              try Task.checkCancellation()
              try await context.perform { try context.finishCopy() }
            } onCancel: {
              Task { await context.perform { context.rollback() } }
            }
          } catch is CancellationError {}
        }
        runtime.cancel(copy)
        try context.performAndWait { try context.markAsRead() }
        runtime.atEnd { runtime.outcome(try copies.judged()) }
      },
    ])
}

extension NSManagedObjectContext {
  fileprivate func finishCopy() throws {
    let message = Message(context: self)
    message.text = "Copied"
    message.room = try room(named: "Copy")
    try save()
  }

  fileprivate func markAsRead() throws {
    for message in try room(named: "Harbour")?.messages ?? [] { message.isRead = true }
    try save()
  }
}

/// A room with a message, and a context that several parts of the app share.
private struct Copies {
  let chat: ChatStack
  let context: NSManagedObjectContext

  init() throws {
    chat = try ChatStack()
    try chat.addRoom("Harbour", messages: ["Hello"])
    context = chat.backgroundContext("shared")
  }

  func judged() throws -> String {
    try chat.stored { look in
      guard let copy = try look.room(named: "Copy") else { return "none" }
      return copy.messages.isEmpty ? "half" : "whole"
    }
  }
}
