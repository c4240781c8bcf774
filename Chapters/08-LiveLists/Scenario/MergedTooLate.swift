import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X38: a save and its merge are two moments.
  static let mergedTooLate = Scenario(
    "live-lists/merged-too-late", title: "The badge knows more than the list",
    question: "A badge counts the rooms in the store, the list shows them. Do they agree?",
    outcomes: [
      .allowed("agree", "Badge and list show the same number."),
      .forbidden("apart", "Badge and list show different numbers."),
    ],
    variants: [
      .bug(
        "the badge has a context of its own",
        idea: "The count finds the room before main has merged it.",
        expecting: .failing(2, of: 5), lookAt: ["count", "rows.count"]
      ) { runtime in
        let chat = try ChatStack()
        let list = try chat.followedRooms()
        let view = chat.viewContext
        let (sync, badge) = (chat.backgroundContext("sync"), chat.backgroundContext("badge"))

        sync.perform { sync.addRoom("Market") }
        badge.perform {
          let rooms = try? badge.count(for: NSFetchRequest<Room>(entityName: "Room"))
          view.perform { runtime.outcome(rooms == list.rows.count ? "agree" : "apart") }
        }
      },
      .fix(
        "the badge asks the list",
        idea: "Both numbers come from one place, so there is nothing to agree about.",
        expecting: .passing(2), lookAt: ["fetchedObjects"]
      ) { runtime in
        let chat = try ChatStack()
        let list = try chat.followedRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        sync.perform { sync.addRoom("Market") }
        view.perform {
          let rooms = list.controller.fetchedObjects?.count
          runtime.outcome(rooms == list.rows.count ? "agree" : "apart")
        }
      },
      Variant(
        "counts-on-main", "the view context counts",
        idea: "A count goes to the store, whatever the context has merged.",
        expecting: .failing(1, of: 3), lookAt: ["view.count"]
      ) { runtime in
        let chat = try ChatStack()
        let list = try chat.followedRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        sync.perform { sync.addRoom("Market") }
        view.perform {
          let rooms = try? view.count(for: NSFetchRequest<Room>(entityName: "Room"))
          runtime.outcome(rooms == list.rows.count ? "agree" : "apart")
        }
      },
      Variant(
        "later", "a little later",
        idea: "The badge is drawn one turn of main later than it could be.",
        expecting: .failing(3, of: 7), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let list = try chat.followedRooms()
        let view = chat.viewContext
        let (sync, badge) = (chat.backgroundContext("sync"), chat.backgroundContext("badge"))

        sync.perform { sync.addRoom("Market") }
        badge.perform {
          let rooms = try? badge.count(for: NSFetchRequest<Room>(entityName: "Room"))
          view.perform {
            view.perform { runtime.outcome(rooms == list.rows.count ? "agree" : "apart") }
          }
        }
      },
      Variant(
        "after-save", "after the save, on main",
        idea: "The block comes to main after the save, and here after the merge; not a promise.",
        expecting: .passing(1), lookAt: ["addRoom", "view.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let list = try chat.followedRooms()
        let view = chat.viewContext
        let sync = chat.backgroundContext("sync")

        sync.perform {
          sync.addRoom("Market")
          view.perform { runtime.outcome(list.rows.count == 2 ? "agree" : "apart") }
        }
      },
    ])
}

extension ChatStack {
  /// A list with one room, which follows.
  fileprivate func followedRooms() throws -> RoomList {
    try addRoom("Harbour")
    viewContext.automaticallyMergesChangesFromParent = true
    let list = RoomList(viewContext)
    list.controller.delegate = list
    try list.controller.performFetch()
    list.reload()
    Runtime.current.atEnd { withExtendedLifetime((self, list)) {} }
    return list
  }
}
