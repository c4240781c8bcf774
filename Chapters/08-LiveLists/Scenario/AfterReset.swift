import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X27, FR8: a controller does not recover from a reset.
  static let afterReset = Scenario(
    "live-lists/after-reset", title: "Reset, and never again",
    question: "After an import main resets its context. What does a tap on the list's row open?",
    outcomes: [
      .allowed("opened", "The tap opened the room."),
      .forbidden("dead", "The list handed out a room that belongs to no context any more."),
    ],
    variants: [
      .bug(
        "reset the context",
        idea: "The controller goes on holding objects that its context has forgotten.",
        expecting: .failing(1, of: 2), lookAt: ["reset"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, list) = (chat.viewContext, try chat.rooms())
        let imports = chat.backgroundContext("import")

        imports.perform {
          imports.addRoom("Market")
          view.perform { view.reset() }
        }
        runtime.thread("finger") { view.perform { runtime.outcome(list.tap()) } }
      },
      .fix(
        "fetch again after the reset",
        idea: "performFetch begins anew: from then on the controller follows again.",
        expecting: .passing(2), lookAt: ["reset", "performFetch"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, list) = (chat.viewContext, try chat.rooms())
        let imports = chat.backgroundContext("import")

        imports.perform {
          imports.addRoom("Market")
          view.perform {
            view.reset()
            attempt { try list.controller.performFetch() }
            list.reload()
          }
        }
        runtime.thread("finger") { view.perform { runtime.outcome(list.tap()) } }
      },
      .fix(
        "refresh instead", named: "refresh",
        idea: "Objects become faults and stay known: memory is freed, and the list stays alive.",
        expecting: .passing(2), lookAt: ["refreshAllObjects"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, list) = (chat.viewContext, try chat.rooms())
        let imports = chat.backgroundContext("import")

        imports.perform {
          imports.addRoom("Market")
          view.perform { view.refreshAllObjects() }
        }
        runtime.thread("finger") { view.perform { runtime.outcome(list.tap()) } }
      },
      Variant(
        "delegate", "set the delegate again",
        idea: "A delegate hears of changes; the results are those of the last performFetch.",
        expecting: .failing(1, of: 2), lookAt: ["delegate"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, list) = (chat.viewContext, try chat.rooms())
        let imports = chat.backgroundContext("import")

        imports.perform {
          imports.addRoom("Market")
          view.perform {
            view.reset()
            list.controller.delegate = list
          }
        }
        runtime.thread("finger") { view.perform { runtime.outcome(list.tap()) } }
      },
      Variant(
        "fetched", "fetch in the context",
        idea: "The context knows new objects for the rooms, and the controller has the old ones.",
        expecting: .failing(1, of: 2), lookAt: ["view.fetch"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, list) = (chat.viewContext, try chat.rooms())
        let imports = chat.backgroundContext("import")

        imports.perform {
          imports.addRoom("Market")
          view.perform {
            view.reset()
            attempt { _ = try view.fetch(NSFetchRequest<Room>(entityName: "Room")) }
          }
        }
        runtime.thread("finger") { view.perform { runtime.outcome(list.tap()) } }
      },
    ])
}

extension ChatStack {
  fileprivate func rooms() throws -> RoomList {
    try addRoom("Harbour")
    let list = RoomList(viewContext)
    list.controller.delegate = list
    try list.controller.performFetch()
    list.reload()
    Runtime.current.atEnd { withExtendedLifetime((self, list)) {} }
    return list
  }
}

extension RoomList {
  /// Opens the room in the first row.
  fileprivate func tap() -> String {
    let room = controller.object(at: IndexPath(indexes: [0, 0]))
    return room.managedObjectContext == nil ? "dead" : "opened"
  }
}
