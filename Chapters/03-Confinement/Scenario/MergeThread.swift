import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X08: a notification arrives on the thread that saves, and its objects belong to the saver.
  static let mergeThread = Scenario(
    "confinement/merge-thread", title: "Where the notification arrives",
    question: "The sync saves, and an observer lets the view context merge. On which thread?",
    outcomes: [
      .allowed("merged", "The view context merged the save on main."),
      .forbidden("missed", "The save never reached the view context."),
    ],
    variants: [
      .bug(
        "merged where it is heard",
        idea: "The observer runs inside the sync's save(), on the sync's thread, not on main.",
        expecting: .failing(1, of: 1), lookAt: ["mergeChanges"]
      ) { runtime in
        let screen = try OpenRoom()
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.mergeChanges(fromContextDidSave: save)
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
      },
      .fix(
        "merged on main",
        idea: "The observer hands the notification to the queue of the context that merges.",
        expecting: .passing(1), lookAt: ["view.perform"]
      ) { runtime in
        let screen = try OpenRoom()
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform { screen.view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
      },
      .fix(
        "by IDs", named: "ids",
        idea: "The other notification carries IDs; main merges what it knows, and loads no more.",
        expecting: .passing(1), lookAt: ["DidSaveObjectIDs", "fromRemoteContextSave"]
      ) { runtime in
        let screen = try OpenRoom()
        let view = screen.view
        runtime.observe(.NSManagedObjectContextDidSaveObjectIDs, of: screen.sync) { save in
          let changes = [
            NSInsertedObjectsKey: save.ids(NSInsertedObjectIDsKey),
            NSUpdatedObjectsKey: save.ids(NSUpdatedObjectIDsKey),
            NSDeletedObjectsKey: save.ids(NSDeletedObjectIDsKey),
          ]
          view.perform {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [view])
            runtime.note("badge", "shows \(screen.room.name)")
          }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
      },
      Variant(
        "payload", "merged on main, with a look at the objects",
        idea: "The objects of the notification are the sync's, on whatever thread one reads them.",
        expecting: .failing(1, of: 1), lookAt: ["room.name"]
      ) { runtime in
        let screen = try OpenRoom()
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform {
            screen.view.mergeChanges(fromContextDidSave: save)
            let updated = save.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
            for case let room as Room in updated { runtime.note("badge", "shows \(room.name)") }
          }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
      },
      Variant(
        "hop-and-wait", "merged on main, and waited for",
        idea:
          "The observer stands in the sync's block and waits for main, which waits for the sync.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let screen = try OpenRoom()
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.performAndWait { screen.view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
        // The screen wants the sync to be over before it is drawn.
        screen.sync.performAndWait { runtime.note("screen", "sync is over") }
      },
      Variant(
        "tap-and-wait", "waited for, and a tap that waits for the sync",
        idea: "Main waits for the sync now and then; the observer waits for main at every save.",
        expecting: .failing(1, of: 3), lookAt: ["performAndWait"]
      ) { runtime in
        let screen = try OpenRoom()
        let (view, sync) = (screen.view, screen.sync)
        runtime.observeSaves(of: sync) { save in
          view.performAndWait { view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(screen.room.name == "Pier" ? "merged" : "missed") }
        runtime.thread("tap") {
          view.perform {
            sync.performAndWait { runtime.note("screen", "sync is over") }
          }
        }
      },
    ])
}

extension Notification {
  fileprivate func ids(_ key: String) -> [NSManagedObjectID] {
    Array(userInfo?[key] as? Set<NSManagedObjectID> ?? [])
  }
}
