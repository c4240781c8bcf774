import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// BR1, BR2: rows that a batch has inserted are told to no context.
  static let batchInsertUnseen = Scenario(
    "volume/batch-insert-unseen", title: "Rows that no list shows",
    question: "A batch inserts two rooms. Does the list of rooms show them?",
    outcomes: [
      .allowed("shown", "The list shows both rooms."),
      .forbidden("unseen", "The rooms are in the store, and the list does not show them."),
    ],
    variants: [
      .bug(
        "merged automatically",
        idea: "A merge follows a save, and the batch has left nothing to save.",
        expecting: .failing(1, of: 1), lookAt: ["automatically", "insertRooms", "save()"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let sync = chat.backgroundContext("sync")
        chat.viewContext.automaticallyMergesChangesFromParent = true

        sync.perform {
          attempt {
            _ = try sync.insertRooms(["Market", "Pier"])
            try sync.save()
          }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
      .fix(
        "merge the IDs that it inserted",
        idea: "The batch answers with the IDs of its rows, and these are merged like a save's.",
        expecting: .passing(1), lookAt: ["NSInsertedObjectsKey", "into:"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let sync = chat.backgroundContext("sync")
        let view = chat.viewContext

        sync.perform {
          attempt {
            let ids = try sync.insertRooms(["Market", "Pier"])
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
      .fix(
        "fetch and draw again", named: "refetch",
        idea: "The list asks the store anew when the batch is done.",
        expecting: .passing(1), lookAt: ["performFetch", "reload"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let sync = chat.backgroundContext("sync")

        sync.perform {
          attempt { _ = try sync.insertRooms(["Market", "Pier"]) }
          chat.viewContext.perform {
            attempt { try list.controller.performFetch() }
            list.reload()
          }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
      Variant(
        "refresh", "refresh all objects",
        idea: "It makes faults of the objects that are there, and the new rooms have none yet.",
        expecting: .failing(1, of: 1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let sync = chat.backgroundContext("sync")

        sync.perform {
          attempt { _ = try sync.insertRooms(["Market", "Pier"]) }
          chat.viewContext.perform { chat.viewContext.refreshAllObjects() }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
      Variant(
        "on-main", "executed by the view context",
        idea: "The batch goes past the context that executes it as past all others.",
        expecting: .failing(1, of: 1), lookAt: ["view.insertRooms"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let view = chat.viewContext

        view.perform {
          attempt { _ = try view.insertRooms(["Market", "Pier"]) }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
      Variant(
        "no-ids", "merged, and no IDs were asked for",
        idea: "Without a result type the batch answers that it is done, and nothing is merged.",
        expecting: .failing(1, of: 1), lookAt: ["NSInsertedObjectsKey", "answering:"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try RoomTable(chat)
        let sync = chat.backgroundContext("sync")
        let view = chat.viewContext

        sync.perform {
          attempt {
            let ids = try sync.insertRooms(["Market", "Pier"], answering: .statusOnly)
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(list.rows.count == 2 ? "shown" : "unseen") }
      },
    ])
}

extension NSManagedObjectContext {
  /// Inserts rows, and answers with their IDs if these were asked for. To be called on this context's queue.
  fileprivate func insertRooms(
    _ names: [String], answering type: NSBatchInsertRequestResultType = .objectIDs
  ) throws -> [NSManagedObjectID] {
    let request = NSBatchInsertRequest(
      entityName: "Room", objects: names.map { ["name": $0] })
    request.resultType = type
    let result = try execute(request) as? NSBatchInsertResult
    return result?.result as? [NSManagedObjectID] ?? []
  }
}
