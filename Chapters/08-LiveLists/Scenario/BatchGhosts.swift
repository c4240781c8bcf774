import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X29: a batch request tells no context.
  static let batchGhosts = Scenario(
    "live-lists/batch-ghosts", title: "Rows that are no longer there",
    question: "Old rooms are deleted by a batch request. What does the list of rooms show?",
    outcomes: [
      .allowed("empty", "The list is empty, as the store is."),
      .forbidden("ghost", "The list shows a room that is gone."),
      .forbidden("blank", "The list shows a row without a name."),
    ],
    variants: [
      .bug(
        "delete by a batch request",
        idea: "Rows go; contexts, objects and lists are not told.",
        expecting: .failing(1, of: 1), lookAt: ["NSBatchDeleteRequest"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try chat.ghostlyRooms()
        let sync = chat.backgroundContext("sync")
        sync.perform {
          attempt { _ = try sync.deleteAllRooms() }
        }
        runtime.atEnd { runtime.outcome(list.judged()) }
      },
      .fix(
        "merge the IDs that it deleted",
        idea: "The request says which rows it deleted, and the view context is told.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try chat.ghostlyRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        sync.perform {
          attempt {
            let gone = try sync.deleteAllRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(list.judged()) }
      },
      Variant(
        "refresh", "refresh all objects",
        idea: "The rooms become faults whose rows are gone: the list gets blank rows.",
        expecting: .failing(1, of: 1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try chat.ghostlyRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        sync.perform {
          attempt { _ = try sync.deleteAllRooms() }
          view.perform { view.refreshAllObjects() }
        }
        runtime.atEnd { runtime.outcome(list.judged()) }
      },
      Variant(
        "merging", "automatic merging",
        idea: "It merges saves, and a batch request is none.",
        expecting: .failing(1, of: 1), lookAt: ["automatically"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try chat.ghostlyRooms()
        chat.viewContext.automaticallyMergesChangesFromParent = true
        let sync = chat.backgroundContext("sync")
        sync.perform {
          attempt {
            _ = try sync.deleteAllRooms()
            try sync.save()
          }
        }
        runtime.atEnd { runtime.outcome(list.judged()) }
      },
      .fix(
        "fetch and draw again", named: "refetch",
        idea: "A fetch finds what the store has; who fetches again draws again.",
        expecting: .passing(1), lookAt: ["performFetch", "reload"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let list = try chat.ghostlyRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")
        sync.perform {
          attempt { _ = try sync.deleteAllRooms() }
          view.perform {
            attempt { try list.controller.performFetch() }
            list.reload()
          }
        }
        runtime.atEnd { runtime.outcome(list.judged()) }
      },
    ])
}

extension NSManagedObjectContext {
  fileprivate func deleteAllRooms() throws -> [NSManagedObjectID] {
    let request = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Room"))
    request.resultType = .resultTypeObjectIDs
    let result = try execute(request) as? NSBatchDeleteResult
    return result?.result as? [NSManagedObjectID] ?? []
  }
}

extension ChatStack {
  fileprivate func ghostlyRooms() throws -> RoomList {
    try addRoom("Harbour")
    let list = RoomList(viewContext)
    list.controller.delegate = list
    try list.controller.performFetch()
    list.reload()
    return list
  }
}

extension RoomList {
  fileprivate func judged() -> String {
    if rows.isEmpty { return "empty" }
    return rows == [""] ? "blank" : "ghost"
  }
}
