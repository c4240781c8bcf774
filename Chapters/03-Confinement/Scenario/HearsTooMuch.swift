import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X09: an observer of all contexts merges saves that are none of its business.
  static let hearsTooMuch = Scenario(
    "confinement/hears-too-much", title: "The observer that hears too much",
    question: "One observer for the saves of all contexts: which of them does it hear?",
    outcomes: [
      .allowed("once", "The view context merged the sync's save, and nothing else."),
      .forbidden("too much", "It merged saves that are its own, unfinished or of another store."),
    ],
    variants: [
      .bug(
        "everything that is saved",
        idea: "Main's own saves, a child's save into its parent, an SDK's saves: all are merged.",
        expecting: .failing(20, of: 20), lookAt: ["nil", "mergeChanges"]
      ) { runtime in
        let app = try BusyApp(runtime)
        let view = app.view
        runtime.observeSaves(of: nil) { save in
          view.perform { view.mergeChanges(fromContextDidSave: save) }
        }
        app.saveEverywhere()
        runtime.atEnd { runtime.outcome(app.merges.count == 1 ? "once" : "too much") }
      },
      .fix(
        "only roots of the same coordinator",
        idea: "A save counts if it went to our store and was not the view context's own.",
        expecting: .passing(2), lookAt: ["saver"]
      ) { runtime in
        let app = try BusyApp(runtime)
        let view = app.view
        // Asked here, on main: the observer runs on the thread of the context that saves.
        let coordinator = view.persistentStoreCoordinator
        runtime.observeSaves(of: nil) { save in
          guard let saver = save.object as? NSManagedObjectContext, saver !== view,
            saver.parent == nil, saver.persistentStoreCoordinator === coordinator
          else { return }
          view.perform { view.mergeChanges(fromContextDidSave: save) }
        }
        app.saveEverywhere()
        runtime.atEnd { runtime.outcome(app.merges.count == 1 ? "once" : "too much") }
      },
      .fix(
        "one context, by name", named: "object",
        idea: "The context that saves is known, so it alone is observed.",
        expecting: .passing(2), lookAt: ["app.sync"]
      ) { runtime in
        let app = try BusyApp(runtime)
        let view = app.view
        runtime.observeSaves(of: app.sync) { save in
          view.perform { view.mergeChanges(fromContextDidSave: save) }
        }
        app.saveEverywhere()
        runtime.atEnd { runtime.outcome(app.merges.count == 1 ? "once" : "too much") }
      },
      Variant(
        "not-mine", "all but the view context's own",
        idea: "Main's saves are left out; drafts and the SDK are still merged.",
        expecting: .failing(6, of: 6), lookAt: ["saver !== view"]
      ) { runtime in
        let app = try BusyApp(runtime)
        let view = app.view
        runtime.observeSaves(of: nil) { save in
          guard let saver = save.object as? NSManagedObjectContext, saver !== view else { return }
          view.perform { view.mergeChanges(fromContextDidSave: save) }
        }
        app.saveEverywhere()
        runtime.atEnd { runtime.outcome(app.merges.count == 1 ? "once" : "too much") }
      },
      Variant(
        "too-late", "a context that is made later",
        idea: "The observer was told nil for the context that did not exist yet: it hears all.",
        expecting: .failing(20, of: 20), lookAt: ["importer"]
      ) { runtime in
        let app = try BusyApp(runtime)
        let view = app.view
        var importer: NSManagedObjectContext?
        runtime.observeSaves(of: importer) { save in
          view.perform { view.mergeChanges(fromContextDidSave: save) }
        }
        importer = app.sync
        app.saveEverywhere()
        runtime.atEnd { runtime.outcome(app.merges.count == 1 ? "once" : "too much") }
      },
    ])
}

/// An app in which four contexts save, only one of them behind the view context's back.
private struct BusyApp {
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  /// A child of the sync: its saves go to the sync and no further.
  let draft: NSManagedObjectContext
  /// The context of an SDK with a store of its own.
  let analytics: NSManagedObjectContext
  let merges = Merges()

  init(_ runtime: Runtime) throws {
    let chat = try ChatStack()
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    draft = chat.child(of: sync, "draft")
    analytics = try ChatStack().backgroundContext("analytics")
    runtime.observe(.NSManagedObjectContextDidMergeChangesObjectIDs, of: view) { [merges] _ in
      merges.count += 1
    }
  }

  func saveEverywhere() {
    draft.perform {
      addMessage("On my way", to: draft)
      sync.perform { addMessage("Me too", to: sync) }
    }
    analytics.perform { addMessage("room opened", to: analytics) }
    addMessage("Where are you?", to: view)
  }
}

/// Counted on main, where the view context merges.
private final class Merges {
  var count = 0
}

private func addMessage(_ text: String, to context: NSManagedObjectContext) {
  let message = Message(context: context)
  message.text = text
  do { try context.save() } catch { Runtime.current.note("error", "cannot save: \(error)") }
}
