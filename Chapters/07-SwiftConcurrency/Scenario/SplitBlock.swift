import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X34: read in one block, await, write in another.
  static let splitBlock = Scenario(
    "swift-concurrency/split-block", title: "Read, await, write",
    question: "Two likes arrive. Each reads the number, awaits, and writes it back plus one.",
    outcomes: [
      .allowed("two", "Both likes are counted."),
      .forbidden("one", "One like is gone, and no save has failed."),
    ],
    variants: [
      .bug(
        "two blocks",
        idea: "The number is read in one block of the context and written in another.",
        expecting: .failing(4, of: 6), lookAt: ["await"]
      ) { runtime in
        let likes = try LikedRoom()
        let context = likes.context

        for name in ["first", "second"] {
          runtime.task(name) {
            let count = try await context.perform { try context.onlyRoom().messageCount }
            try await context.perform {
              try context.onlyRoom().messageCount = count + 1
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
      .fix(
        "one block",
        idea: "Reading, adding and saving are one block; the other like comes before or after it.",
        expecting: .passing(2), lookAt: ["await"]
      ) { runtime in
        let likes = try LikedRoom()
        let context = likes.context

        for name in ["first", "second"] {
          runtime.task(name) {
            try await context.perform {
              try context.onlyRoom().messageCount += 1
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
      Variant(
        "enqueued", "two blocks, both enqueued",
        idea: "The blocks are told to wait for their turn, which they do anyway.",
        expecting: .failing(4, of: 6), lookAt: ["enqueued"]
      ) { runtime in
        let likes = try LikedRoom()
        let context = likes.context

        for name in ["first", "second"] {
          runtime.task(name) {
            let count = try await context.perform(schedule: .enqueued) {
              try context.onlyRoom().messageCount
            }
            try await context.perform(schedule: .enqueued) {
              try context.onlyRoom().messageCount = count + 1
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
      Variant(
        "actor", "two blocks, in an actor",
        idea: "An actor lets the second like in while the first one awaits.",
        expecting: .failing(12, of: 20), lookAt: ["actor", "await"]
      ) { runtime in
        let likes = try LikedRoom()
        let counter = Counter(likes.context)

        runtime.task("first") { try await counter.like() }
        runtime.task("second") { try await counter.like() }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
      Variant(
        "busy", "two blocks, behind a flag",
        idea: "A like that comes while another is under way is dropped.",
        expecting: .failing(4, of: 6), lookAt: ["isBusy"]
      ) { runtime in
        let likes = try LikedRoom()
        let counter = Counter(likes.context)

        runtime.task("first") { try await counter.likeUnlessBusy() }
        runtime.task("second") { try await counter.likeUnlessBusy() }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
      .fix(
        "two blocks, one after the other", named: "after",
        idea: "The second like awaits the first one, so nothing comes in between.",
        expecting: .passing(1), lookAt: ["await"]
      ) { runtime in
        let likes = try LikedRoom()
        let context = likes.context

        runtime.task("both") {
          for _ in 1...2 {
            let count = try await context.perform { try context.onlyRoom().messageCount }
            try await context.perform {
              try context.onlyRoom().messageCount = count + 1
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try likes.counted()) }
      },
    ])
}

/// Counts likes on a context that other code owns.
private actor Counter {
  private let context: NSManagedObjectContext
  private var isBusy = false

  init(_ context: NSManagedObjectContext) { self.context = context }

  func like() async throws {
    let context = context
    let count = try await context.perform { try context.onlyRoom().messageCount }
    try await context.perform {
      try context.onlyRoom().messageCount = count + 1
      try context.save()
    }
  }

  func likeUnlessBusy() async throws {
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    try await like()
  }
}

/// A room, and the context in which its likes are counted.
private struct LikedRoom {
  let context: NSManagedObjectContext
  private let chat: ChatStack

  init() throws {
    chat = try ChatStack()
    try chat.addRoom("Harbour")
    context = chat.backgroundContext("likes")
  }

  func counted() throws -> String {
    try chat.stored { try $0.onlyRoom().messageCount } == 2 ? "two" : "one"
  }
}
