import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X42, R4: a context is used before its store is there.
  static let tooEarly = Scenario(
    "launch/too-early", title: "The screen that asked too early",
    question: "The store is opened in the background. What does the first screen show?",
    outcomes: Outcome.launches,
    variants: [
      .bug(
        "opened beside, fetched at once",
        idea: "Loading returns at once, and the screen fetches, whether there is a store or not.",
        expecting: .failing(1, of: 2), lookAt: ["Asynchronously", "fetchRooms"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "fetched when it is open",
        idea: "The one that knows when the store is open asks main for the first fetch.",
        expecting: .passing(1), lookAt: ["view.perform"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
          let isOpen = error == nil
          app.view.perform { isOpen ? app.show(app.fetchRooms() ?? []) : app.showTrouble() }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "a gate in front of the store", named: "gate",
        idea: "What needs the store says so to a gate, which opens once the store is there.",
        expecting: .passing(1), lookAt: ["gate."]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container
        let gate = StoreGate()

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
          let isOpen = error == nil
          app.view.perform { isOpen ? gate.open() : app.showTrouble() }
        }
        gate.whenOpen { app.show(app.fetchRooms() ?? []) }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "later", "fetched a turn of main later",
        idea: "One turn of main is no time at all, compared with opening a store.",
        expecting: .failing(1, of: 2), lookAt: ["view.perform"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        app.view.perform { app.show(app.fetchRooms() ?? []) }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "retry", "fetched again after a second",
        idea: "A second is enough on the developer's machine, with the developer's data.",
        expecting: .failing(1, of: 3), lookAt: ["after("]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        if let rooms = app.fetchRooms() {
          app.show(rooms)
        } else {
          runtime.after(.seconds(1), on: runtime.main) { app.show(app.fetchRooms() ?? []) }
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "asks", "fetched if there is a store",
        idea: "The screen looks whether a store is there, and does not come back if there is none.",
        expecting: .failing(1, of: 2), lookAt: ["persistentStores.isEmpty"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        if !container.persistentStoreCoordinator.persistentStores.isEmpty {
          app.show(app.fetchRooms() ?? [])
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "on-main", "opened on main",
        idea: "Nothing comes before the store now, and main stands still until it is there.",
        expecting: .failing(1, of: 1), lookAt: ["loadPersistentStores"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let container = app.container

        container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
    ])
}
