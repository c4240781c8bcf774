import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X22: a policy decides who wins, and a counter has no winner.
  static let trumpCounter = Scenario(
    "conflicts/trump-counter", title: "A number with a winner",
    question: "Both sides count a message, from the number they have on the screen since morning.",
    outcomes: [
      .allowed("two", "Both messages are counted."),
      .forbidden("one", "One of them is lost; no save has failed."),
    ],
    variants: [
      .bug(
        "mine wins",
        idea: "The later save takes its own number for the right one.",
        expecting: .failing(2, of: 2), lookAt: ["mergePolicy", "messageCount"]
      ) { runtime in
        let rooms = try TwoRooms(.mergeByPropertyObjectTrump)
        let (view, sync) = (rooms.view, rooms.sync)

        sync.perform {
          attempt {
            rooms.onSync.messageCount += 1
            try sync.save()
          }
        }
        rooms.onView.messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
      Variant(
        "theirs", "the store wins",
        idea: "The later save gives its own number up.",
        expecting: .failing(2, of: 2), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try TwoRooms(.mergeByPropertyStoreTrump)
        let (view, sync) = (rooms.view, rooms.sync)

        sync.perform {
          attempt {
            rooms.onSync.messageCount += 1
            try sync.save()
          }
        }
        rooms.onView.messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
      Variant(
        "merging", "mine wins, and both merge automatically",
        idea: "A number that has been changed here stays as it is when others are merged.",
        expecting: .failing(2, of: 2), lookAt: ["automatically"]
      ) { runtime in
        let rooms = try TwoRooms(.mergeByPropertyObjectTrump)
        let (view, sync) = (rooms.view, rooms.sync)
        view.automaticallyMergesChangesFromParent = true
        sync.automaticallyMergesChangesFromParent = true

        sync.perform {
          attempt {
            rooms.onSync.messageCount += 1
            try sync.save()
          }
        }
        rooms.onView.messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
      .fix(
        "a policy that adds",
        idea: "A policy of one's own adds what both have added to the number they began with.",
        expecting: .passing(2), lookAt: ["AddingPolicy"]
      ) { runtime in
        let rooms = try TwoRooms(AddingPolicy())
        let (view, sync) = (rooms.view, rooms.sync)

        sync.perform {
          attempt {
            rooms.onSync.messageCount += 1
            try sync.save()
          }
        }
        rooms.onView.messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
      .fix(
        "the store adds", named: "batch",
        idea: "An expression says what is to be done with the number, whatever it is by then.",
        expecting: .passing(2), lookAt: ["NSExpression", "execute"]
      ) { runtime in
        let rooms = try TwoRooms(.error)
        let (view, sync) = (rooms.view, rooms.sync)

        @Sendable func countOne(_ context: NSManagedObjectContext) throws {
          let request = NSBatchUpdateRequest(entityName: "Room")
          request.propertiesToUpdate = ["messageCount": NSExpression(format: "messageCount + 1")]
          _ = try context.execute(request)
        }
        sync.perform { attempt { try countOne(sync) } }
        try countOne(view)
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
      .fix(
        "one context counts", named: "one-writer",
        idea: "Main asks the sync to count, which reads, adds and saves in one block.",
        expecting: .passing(1), lookAt: ["sync.perform"]
      ) { runtime in
        let rooms = try TwoRooms(.error)
        let sync = rooms.sync

        for _ in 1...2 {
          sync.perform {
            attempt {
              rooms.onSync.messageCount += 1
              try sync.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.counted()) }
      },
    ])
}

/// For numbers that count something: adds up what both sides have added.
private final class AddingPolicy: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable because it keeps nothing.
  init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    let sums = list.map { conflict -> (room: Room, count: Int)? in
      guard let room = conflict.sourceObject as? Room else { return nil }
      // Where another process wrote, the row cache has the base, and the file the other number.
      let isOfAnother = conflict.persistedSnapshot != nil
      let base = isOfAnother ? conflict.cachedSnapshot : conflict.objectSnapshot
      let theirs = isOfAnother ? conflict.persistedSnapshot : conflict.cachedSnapshot
      return (room, count(theirs) + room.messageCount - count(base))
    }
    try super.resolve(optimisticLockingConflicts: list)
    for case .some(let sum) in sums { sum.room.messageCount = sum.count }
  }

  private func count(_ snapshot: [String: Any]?) -> Int {
    snapshot?["messageCount"] as? Int ?? 0
  }
}

/// A room as two contexts have read it this morning.
private final class TwoRooms: @unchecked Sendable {
  // @unchecked Sendable because each of the two objects is used on its own context's queue.
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  let onView: Room
  let onSync: Room
  private let chat: ChatStack

  init(_ policy: NSMergePolicy) throws {
    chat = try ChatStack(.sqlite)
    try chat.addRoom("Harbour")
    let (view, sync) = (chat.viewContext, chat.backgroundContext("sync"))
    view.mergePolicy = policy
    sync.mergePolicy = policy
    onView = try view.onlyRoom()
    onSync = try sync.performAndWait {
      let room = try sync.onlyRoom()
      _ = room.messageCount
      return room
    }
    _ = onView.messageCount
    (self.view, self.sync) = (view, sync)
  }

  func counted() throws -> String {
    try chat.stored { try $0.onlyRoom().messageCount } == 2 ? "two" : "one"
  }
}
