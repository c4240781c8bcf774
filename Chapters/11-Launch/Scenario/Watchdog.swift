import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// R3: a migration is part of opening, and takes the time of the thread that opens.
  static let watchdog = Scenario(
    "launch/watchdog", title: "The update that never starts",
    question: "The first launch after an update migrates the store. Where may it do so?",
    outcomes: Outcome.launches,
    variants: [
      .bug(
        "opened on main",
        idea: "Main opens the store, which migrates it, and the system waits for main.",
        expecting: .failing(1, of: 1), lookAt: ["loadPersistentStores"]
      ) { runtime in
        let app = try UpdatedApp(runtime)

        app.container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "opened beside, with a screen that waits",
        idea: "The store is opened on a queue of its own; main shows that it is being got ready.",
        expecting: .passing(1), lookAt: ["Asynchronously", "view.perform"]
      ) { runtime in
        let app = try UpdatedApp(runtime)

        app.container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        app.container.loadPersistentStores { _, error in
          let isOpen = error == nil
          app.view.perform { isOpen ? app.show(app.fetchRooms() ?? []) : app.showTrouble() }
        }
        runtime.note("screen", "shows: getting your rooms ready")
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      .fix(
        "opened on a queue of the app", named: "queue",
        idea: "A coordinator may be used on any queue, so the app chooses which one is kept busy.",
        expecting: .passing(1), lookAt: ["opening.async", "view.perform"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let opening = runtime.queue("opening")

        opening.async {
          app.container.loadPersistentStores { _, error in
            let isOpen = error == nil
            app.view.perform { isOpen ? app.show(app.fetchRooms() ?? []) : app.showTrouble() }
          }
        }
        runtime.note("screen", "shows: getting your rooms ready")
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "later", "opened in the next turn of main",
        idea: "The launch itself is quick, and the next turn of main is the one that takes long.",
        expecting: .failing(1, of: 1), lookAt: ["main.async"]
      ) { runtime in
        let app = try UpdatedApp(runtime)

        runtime.main.async {
          app.container.loadPersistentStores { _, error in
            runtime.note("store", error == nil ? "is open" : "cannot be opened")
          }
          app.show(app.fetchRooms() ?? [])
        }
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "waits", "opened beside, and waited for",
        idea: "Main does nothing, and is away all the same.",
        expecting: .failing(1, of: 1), lookAt: ["isOpen.wait()"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let isOpen = runtime.completion("the opening")

        app.container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        app.container.loadPersistentStores { _, error in isOpen.complete() }
        isOpen.wait()
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "deferred", "the clean-up deferred",
        idea: "What a deferred migration puts off is dropping old tables, not copying rows.",
        expecting: .failing(1, of: 1), lookAt: ["Deferred"]
      ) { runtime in
        let app = try UpdatedApp(runtime)

        app.container.persistentStoreDescriptions[0].setOption(
          true as NSNumber, forKey: NSPersistentStoreDeferredLightweightMigrationOptionKey)
        app.container.loadPersistentStores { _, error in
          runtime.note("store", error == nil ? "is open" : "cannot be opened")
        }
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
      Variant(
        "reports", "waited for, while the opening waits for main",
        idea: "The one that opens tells main how far it is, and main stands and waits for its end.",
        expecting: .failing(1, of: 1), lookAt: ["isOpen.wait()", "performAndWait"]
      ) { runtime in
        let app = try UpdatedApp(runtime)
        let isOpen = runtime.completion("the opening")

        app.container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        app.container.loadPersistentStores { _, error in
          app.view.performAndWait { runtime.note("screen", "hides its progress bar") }
          isOpen.complete()
        }
        isOpen.wait()
        app.show(app.fetchRooms() ?? [])
        runtime.atEnd { runtime.outcome(app.ending) }
      },
    ])
}
