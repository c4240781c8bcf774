import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// BR6: what a batch does about a row that is there already depends on the merge policy.
  static let batchInsertTwice = Scenario(
    "volume/batch-insert-twice", title: "The row that was there already",
    question: "A batch brings a room that is there, with a new topic. Which topic is shown?",
    outcomes: [
      .allowed("current", "The store has the new topic, and the screen shows it."),
      .forbidden("ignored", "The store still has the old topic, and there was no error."),
      .forbidden("stale", "The store has the new topic, and the screen shows the old one."),
      .forbidden("twice", "The room is in the store twice."),
    ],
    variants: [
      .bug(
        "a constraint, and the usual policy",
        idea: "A row that would break the constraint is left out, without a word.",
        expecting: .failing(1, of: 1), lookAt: ["insertRooms"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      .fix(
        "a policy that lets the batch win",
        idea: "The row that is there takes what the batch brings, and its ID is merged.",
        expecting: .passing(1), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      .fix(
        "a policy that overwrites", named: "overwrite",
        idea: "For a batch it does the same: what is brought wins, the rest of the row stays.",
        expecting: .passing(1), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        sync.mergePolicy = NSMergePolicy.overwrite

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      Variant(
        "store-wins", "a policy that lets the store win",
        idea: "What is there wins, and the new topic is left out.",
        expecting: .failing(1, of: 1), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        sync.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      Variant(
        "of-the-view", "the view context has the policy",
        idea: "The policy that counts is that of the context that executes the batch.",
        expecting: .failing(1, of: 1), lookAt: ["mergePolicy"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      Variant(
        "unmerged", "the policy, and no merge",
        idea: "The row is new, and the room on the screen has not heard of it.",
        expecting: .failing(1, of: 1), lookAt: ["mergePolicy", "insertRooms"]
      ) { runtime in
        let rooms = try UniqueRooms()
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        view.automaticallyMergesChangesFromParent = true

        sync.perform {
          attempt {
            _ = try sync.insertRooms()
            try sync.save()
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
      Variant(
        "unconstrained", "the policy, without a constraint",
        idea: "Nothing says that two rooms with one name are the same.",
        expecting: .failing(1, of: 1), lookAt: ["unique: false", "mergePolicy"]
      ) { runtime in
        let rooms = try UniqueRooms(unique: false)
        let (view, sync) = (rooms.viewContext, rooms.backgroundContext("sync"))
        sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump

        sync.perform {
          attempt {
            let ids = try sync.insertRooms()
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
          }
        }
        runtime.atEnd { runtime.outcome(try rooms.judged()) }
      },
    ])
}

extension NSManagedObjectContext {
  /// Inserts what the server has, and answers with the IDs of the rows that it wrote.
  fileprivate func insertRooms() throws -> [NSManagedObjectID] {
    let request = NSBatchInsertRequest(
      entityName: "Room",
      objects: [["name": "Harbour", "topic": "Tides"], ["name": "Market", "topic": "Fish"]])
    request.resultType = .objectIDs
    let result = try execute(request) as? NSBatchInsertResult
    return result?.result as? [NSManagedObjectID] ?? []
  }
}
