import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X07: the view context does not notice what another context has saved, unless it is told.
  static let staleView = Scenario(
    "confinement/stale-view", title: "The save that main missed",
    question: "The sync has saved the room's new name. How does the screen get to see it?",
    outcomes: [
      .allowed("fresh", "The screen shows the new name."),
      .allowed("too early", "The look came before the save: there is no new name yet."),
      .forbidden("stale", "The new name is in the store, and the screen still shows the old one."),
    ],
    variants: [
      .bug(
        "fetch again",
        idea: "A fetch finds the room, and returns the object that has been read already.",
        expecting: .failing(1, of: 1), lookAt: ["fetch"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.rename {
          // Reload the table: everything is fetched again.
          _ = try? screen.view.fetch(NSFetchRequest<Room>(entityName: "Room"))
          runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
        }
      },
      .fix(
        "merge by itself, and look when it has merged",
        idea: "Every save to the coordinator is merged by a block on main, which says so.",
        expecting: .passing(1), lookAt: ["automatically", "DidMergeChangesObjectIDs"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.view.automaticallyMergesChangesFromParent = true
        runtime.observe(.NSManagedObjectContextDidMergeChangesObjectIDs, of: screen.view) { _ in
          runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
        }
        screen.rename {}
      },
      .fix(
        "merge the notification", named: "merge",
        idea: "The did-save notification is handed to main, which merges it.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let screen = try OpenRoom()
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform { screen.view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale") }
      },
      .fix(
        "refresh the object", named: "refresh",
        idea: "The object reads its row again, and keeps edits of its own on top.",
        expecting: .passing(1), lookAt: ["refresh"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.rename {
          screen.view.refresh(screen.room, mergeChanges: true)
          runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
        }
      },
      .fix(
        "not read before", named: "unread",
        idea: "An object that is still a fault has nothing old to show.",
        expecting: .passing(1), lookAt: ["object(with:"]
      ) { runtime in
        let screen = try OpenRoom()
        let id = screen.room.objectID
        // A second window, with a main-queue context of its own, has not drawn the room yet.
        let window = NSManagedObjectContext(.mainQueue)
        window.persistentStoreCoordinator = screen.view.persistentStoreCoordinator
        screen.rename {
          let room = window.object(with: id) as? Room
          runtime.outcome(room?.name == "Pier" ? "fresh" : "stale")
        }
      },
      .fix(
        "forget everything", named: "reset",
        idea: "A reset context has read nothing; but every object the screen holds is dead.",
        expecting: .passing(1), lookAt: ["reset"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.rename {
          screen.view.reset()
          let rooms = try? screen.view.fetch(NSFetchRequest<Room>(entityName: "Room"))
          runtime.outcome(rooms?.first?.name == "Pier" ? "fresh" : "stale")
        }
      },
      Variant(
        "staleness", "fetch again, with a staleness interval of 0",
        idea: "The interval is asked when a fault fires, and this object is no fault.",
        expecting: .failing(1, of: 1), lookAt: ["stalenessInterval"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.view.stalenessInterval = 0
        screen.rename {
          _ = try? screen.view.fetch(NSFetchRequest<Room>(entityName: "Room"))
          runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
        }
      },
      Variant(
        "next-block", "merge by itself, looked at from the next block",
        idea: "The look is enqueued after the save, and here after the merge; not a promise.",
        expecting: .passing(1), lookAt: ["automatically", "rename"]
      ) { runtime in
        let screen = try OpenRoom()
        screen.view.automaticallyMergesChangesFromParent = true
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale") }
      },
      Variant(
        "too-soon", "merge by itself, checked immediately",
        idea: "The merge is a block on main, and main has not come back for it yet.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "room.name"]
      ) { runtime in
        let screen = try OpenRoom()
        let id = screen.room.objectID
        screen.view.automaticallyMergesChangesFromParent = true
        screen.sync.performAndWait { renameRoom(id, in: screen.sync) }
        runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
      },
      Variant(
        "searched", "merge by itself, and a search beside it",
        idea: "The search finds the new name in the store while the merge is still on its way.",
        expecting: .failing(1, of: 5), lookAt: ["automatically", "search"]
      ) { runtime in
        let screen = try OpenRoom()
        let (view, id) = (screen.view, screen.room.objectID)
        let search = NSManagedObjectContext(.privateQueue)
        search.persistentStoreCoordinator = view.persistentStoreCoordinator
        search.name = "search"
        view.automaticallyMergesChangesFromParent = true

        screen.sync.perform { renameRoom(id, in: screen.sync) }
        search.perform {
          guard (search.object(with: id) as? Room)?.name == "Pier" else {
            return runtime.outcome("too early")
          }
          view.perform {
            runtime.outcome(screen.room.name == "Pier" ? "fresh" : "stale")
          }
        }
      },
    ])
}
