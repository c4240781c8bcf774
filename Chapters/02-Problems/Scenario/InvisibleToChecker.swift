import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// C8: a mistake that breaks no rule of confinement.
  static let invisibleToChecker = Scenario(
    "problems/invisible-to-checker", title: "What the checker cannot see",
    question: "Two contexts each add one to a counter, each on its own queue. Is that enough?",
    outcomes: [
      .allowed("two", "Both messages were counted."),
      .forbidden("one", "Both saves succeeded, the checker is content, and one count is gone."),
    ],
    variants: [
      .bug(
        "read, add, save: twice at once",
        idea: "Each context adds to the number it has read, and its policy says that it is right.",
        expecting: .failing(2, of: 6), lookAt: ["messageCount += 1", "mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          do {
            try sync.onlyRoom().messageCount += 1
            try sync.save()
          } catch { runtime.fail("sync: \(error)") }
        }
        try view.onlyRoom().messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try chat.counted()) }
      },
      .fix(
        "one context counts",
        idea: "Reading, adding and saving are one block, and all such blocks are on one queue.",
        expecting: .passing(1), lookAt: ["sync.perform"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let sync = chat.backgroundContext("sync")

        func countOne() {
          sync.perform {
            do {
              try sync.onlyRoom().messageCount += 1
              try sync.save()
            } catch { runtime.fail("sync: \(error)") }
          }
        }
        // One message was received, one was written here.
        countOne()
        countOne()
        runtime.atEnd { runtime.outcome(try chat.counted()) }
      },
      .fix(
        "retry after a conflict", named: "retry",
        idea: "The default policy refuses the later save; it reads again and adds again.",
        expecting: .passing(6), lookAt: ["managedObjectMerge", "refresh"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        func countOne(in context: NSManagedObjectContext) throws {
          let room = try context.onlyRoom()
          while true {
            room.messageCount += 1
            do {
              return try context.save()
            } catch let error as CocoaError where error.code == .managedObjectMerge {
              context.refresh(room, mergeChanges: false)
            }
          }
        }
        sync.perform {
          do { try countOne(in: sync) } catch { runtime.fail("sync: \(error)") }
        }
        try countOne(in: view)
        runtime.atEnd { runtime.outcome(try chat.counted()) }
      },
      Variant(
        "store-trump", "the other policy",
        idea: "Now the store's number wins over the one that was added here.",
        expecting: .failing(2, of: 6), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        view.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        sync.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump

        sync.perform {
          do {
            try sync.onlyRoom().messageCount += 1
            try sync.save()
          } catch { runtime.fail("sync: \(error)") }
        }
        try view.onlyRoom().messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try chat.counted()) }
      },
      Variant(
        "refreshed", "refreshed before adding",
        idea: "Each takes the newest number, adds, and saves: between the three lines is room.",
        expecting: .failing(2, of: 6), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        try chat.addRoom("Harbour")
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          do {
            sync.refreshAllObjects()
            try sync.onlyRoom().messageCount += 1
            try sync.save()
          } catch { runtime.fail("sync: \(error)") }
        }
        view.refreshAllObjects()
        try view.onlyRoom().messageCount += 1
        try view.save()
        runtime.atEnd { runtime.outcome(try chat.counted()) }
      },
    ])
}

extension NSManagedObjectContext {
  /// The room, as the store has it now.
  fileprivate func onlyRoom() throws -> Room {
    try fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
  }
}

extension ChatStack {
  fileprivate func counted() throws -> String {
    try stored { try $0.onlyRoom().messageCount } == 2 ? "two" : "one"
  }
}
