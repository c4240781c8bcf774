import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// BR1, BR4, J7: deleting object by object, or rows in a batch.
  static let deleteByHand = Scenario(
    "volume/delete-by-hand", title: "Deleted by hand",
    question: "A room with 120 messages is emptied. What does its screen show, and how soon?",
    outcomes: [
      .allowed("empty", "The room is empty, in the store and on the screen."),
      .forbidden("frozen", "Main was blocked for longer than a frame."),
      .forbidden("ghosts", "The room on the screen has messages that are gone."),
    ],
    variants: [
      .bug(
        "object by object, on main",
        idea: "Each message is loaded to be deleted, and the save writes them one by one.",
        expecting: .failing(1, of: 1), lookAt: ["view.delete", "save()"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let view = room.chat.viewContext

        view.perform {
          room.screen.turn {
            attempt {
              for message in try view.fetch(FullRoom.messages()) { view.delete(message) }
              try view.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
      .fix(
        "in a batch, with all that changed merged",
        idea: "Main is told which rows are gone, and which room has lost them.",
        expecting: .passing(1), lookAt: ["deleteAll", "NSUpdatedObjectsKey"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let view = room.chat.viewContext
        let tidy = room.chat.backgroundContext("tidy")

        let roomID = room.id
        tidy.perform {
          attempt {
            let gone = try tidy.deleteAll("Message")
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: gone, NSUpdatedObjectsKey: [roomID]],
              into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
      .fix(
        "object by object, in the background", named: "background",
        idea: "It takes as long, beside main, and the save is merged.",
        expecting: .passing(1), lookAt: ["tidy.delete", "automatically"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let tidy = room.chat.backgroundContext("tidy")
        room.chat.viewContext.automaticallyMergesChangesFromParent = true

        tidy.perform {
          attempt {
            for message in try tidy.fetch(FullRoom.messages()) { tidy.delete(message) }
            try tidy.save()
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
      Variant(
        "unmerged", "in a batch, and merging automatically",
        idea: "The rows are gone, and the room on the screen holds their objects.",
        expecting: .failing(1, of: 1), lookAt: ["deleteAll", "automatically"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let tidy = room.chat.backgroundContext("tidy")
        room.chat.viewContext.automaticallyMergesChangesFromParent = true

        tidy.perform {
          attempt {
            _ = try tidy.deleteAll("Message")
            try tidy.save()
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
      Variant(
        "only-deleted", "in a batch, with its IDs merged as deleted",
        idea: "The messages on main are deleted, and the room's set in memory still has them.",
        expecting: .failing(1, of: 1), lookAt: ["NSDeletedObjectsKey"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let view = room.chat.viewContext
        let tidy = room.chat.backgroundContext("tidy")

        tidy.perform {
          attempt {
            let gone = try tidy.deleteAll("Message")
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
      Variant(
        "waits", "object by object, while main waits",
        idea: "The background deletes, and main is away for as long.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let room = try FullRoom(runtime)
        let view = room.chat.viewContext
        let tidy = room.chat.backgroundContext("tidy")
        view.automaticallyMergesChangesFromParent = true

        view.perform {
          room.screen.turn {
            tidy.performAndWait {
              attempt {
                for message in try tidy.fetch(FullRoom.messages()) { tidy.delete(message) }
                try tidy.save()
              }
            }
          }
        }
        runtime.atEnd { runtime.outcome(try room.judged()) }
      },
    ])
}

/// A room with many messages, open on the screen.
private final class FullRoom: @unchecked Sendable {
  // @unchecked Sendable because a program has made all its contexts before others use it.
  let chat: ChatStack
  let screen: Screen
  let shown: Room
  let id: NSManagedObjectID

  init(_ runtime: Runtime) throws {
    screen = Screen(runtime)
    chat = try ChatStack(.sqlite) { $0.storeCosts.rowSaved = .microseconds(100) }
    let (chat, view) = (chat, chat.viewContext)
    id = try chat.addRoom("Harbour", messages: (0..<120).map { "Message \($0)" })
    shown = try view.existingObject(with: id) as! Room
    // The screen has drawn it.
    try chat.prepare { _ = shown.messages.count }
  }

  static func messages() -> NSFetchRequest<Message> {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.returnsObjectsAsFaults = false
    return request
  }

  func judged() throws -> String {
    let held = chat.viewContext.performAndWait { shown.messages.count }
    if held > 0 { return "ghosts" }
    return screen.isSmooth ? "empty" : "frozen"
  }
}

extension NSManagedObjectContext {
  /// Deletes in a batch, and answers with the IDs of what is gone.
  fileprivate func deleteAll(_ entity: String) throws -> [NSManagedObjectID] {
    let batch = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: entity))
    batch.resultType = .resultTypeObjectIDs
    let result = try execute(batch) as? NSBatchDeleteResult
    return result?.result as? [NSManagedObjectID] ?? []
  }
}
