import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// Automatic and manual merging together: every save is merged twice.
  static let mergedOnce = Scenario(
    "confinement/merged-once", title: "Merged twice",
    question:
      "The view context merges by itself, and the old observer is still there. What happens?",
    outcomes: [
      .allowed("once", "The list was redrawn once for one save."),
      .forbidden("twice", "The list was redrawn twice for one save: it flickers."),
    ],
    variants: [
      .bug(
        "both",
        idea: "The property was set, and the observer of earlier years is still there.",
        expecting: .failing(1, of: 1), lookAt: ["automatically", "mergeChanges"]
      ) { runtime in
        let screen = try OpenRoom()
        var redrawn = 0
        runtime.observe(.NSManagedObjectContextObjectsDidChange, of: screen.view) { _ in
          redrawn += 1
        }
        screen.view.automaticallyMergesChangesFromParent = true
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform { screen.view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(redrawn == 1 ? "once" : "twice") }
      },
      .fix(
        "the property alone",
        idea: "What merges by itself needs no observer.",
        expecting: .passing(1), lookAt: ["automatically"]
      ) { runtime in
        let screen = try OpenRoom()
        var redrawn = 0
        runtime.observe(.NSManagedObjectContextObjectsDidChange, of: screen.view) { _ in
          redrawn += 1
        }
        screen.view.automaticallyMergesChangesFromParent = true
        screen.rename { runtime.outcome(redrawn == 1 ? "once" : "twice") }
      },
      .fix(
        "the observer alone", named: "observer",
        idea: "If you want to choose which saves are merged, and when, keep the observer.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let screen = try OpenRoom()
        var redrawn = 0
        runtime.observe(.NSManagedObjectContextObjectsDidChange, of: screen.view) { _ in
          redrawn += 1
        }
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform { screen.view.mergeChanges(fromContextDidSave: save) }
        }
        screen.rename { runtime.outcome(redrawn == 1 ? "once" : "twice") }
      },
      Variant(
        "refresh", "the property, and a refresh on the notification",
        idea: "The observer no longer merges. It refreshes, which is drawn as well.",
        expecting: .failing(1, of: 1), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let screen = try OpenRoom()
        var redrawn = 0
        runtime.observe(.NSManagedObjectContextObjectsDidChange, of: screen.view) { _ in
          redrawn += 1
        }
        screen.view.automaticallyMergesChangesFromParent = true
        runtime.observeSaves(of: screen.sync) { _ in
          screen.view.perform { screen.view.refreshAllObjects() }
        }
        screen.rename { runtime.outcome(redrawn == 1 ? "once" : "twice") }
      },
      Variant(
        "slower", "the second merge a little later",
        idea: "The observer waits half a second before it merges what is merged already.",
        expecting: .failing(1, of: 1), lookAt: ["sleep"]
      ) { runtime in
        let screen = try OpenRoom()
        var redrawn = 0
        runtime.observe(.NSManagedObjectContextObjectsDidChange, of: screen.view) { _ in
          redrawn += 1
        }
        screen.view.automaticallyMergesChangesFromParent = true
        runtime.observeSaves(of: screen.sync) { save in
          screen.view.perform {
            runtime.sleep(for: .milliseconds(500))
            screen.view.mergeChanges(fromContextDidSave: save)
          }
        }
        screen.rename { runtime.outcome(redrawn == 1 ? "once" : "twice") }
      },
    ])
}
