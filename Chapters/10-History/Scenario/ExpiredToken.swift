import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// U5: what was deleted from the history cannot be read, and the error says so once.
  static let expiredToken = Scenario(
    "history/expired-token", title: "The history that was deleted",
    question: "The widget deletes old history. What does an app show that has not read it yet?",
    outcomes: [
      .allowed("new", "The app shows the new name."),
      .forbidden("old", "The app shows the old name, and goes on to do so."),
    ],
    variants: [
      .bug(
        "no news is no news",
        idea: "An error and an empty history look the same, and the token stays where it was.",
        expecting: .failing(4, of: 19), lookAt: ["try?"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let room = try view.shownRoom()
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            for transaction in (try? view.history(after: token)) ?? [] {
              view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
              token = transaction.token
            }
          }
        }
        chat.renameAndPurge()
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "expired: a new token, and all read anew",
        idea: "The error says that merging is not enough: the app begins as after a launch.",
        expecting: .passing(19), lookAt: ["HistoryTokenExpired", "refresh"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, coordinator) = (chat.app.viewContext, chat.app.coordinator)
        let room = try view.shownRoom()
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            do {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
              }
            } catch let gone where (gone as NSError).code == NSPersistentHistoryTokenExpiredError {
              token = coordinator.currentPersistentHistoryToken(fromStores: nil)
              view.stalenessInterval = 0
              view.refreshAllObjects()
            } catch { runtime.note("alert", error.localizedDescription) }
          }
        }
        chat.renameAndPurge()
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "from-the-start", "expired: read all that is left",
        idea: "What was deleted is not among it.",
        expecting: .failing(4, of: 19), lookAt: ["after: nil"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let room = try view.shownRoom()
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            attempt {
              let news = try? view.history(after: token)
              for transaction in try news ?? view.history(after: nil) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
              }
            }
          }
        }
        chat.renameAndPurge()
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      Variant(
        "token-only", "expired: a new token",
        idea: "The app hears what comes from now on, and never what was deleted.",
        expecting: .failing(4, of: 19), lookAt: ["currentPersistentHistoryToken"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, coordinator) = (chat.app.viewContext, chat.app.coordinator)
        let room = try view.shownRoom()
        var token = chat.token

        chat.whenStoreChanges {
          view.perform {
            do {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
              }
            } catch { token = coordinator.currentPersistentHistoryToken(fromStores: nil) }
          }
        }
        chat.renameAndPurge()
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
      .fix(
        "no token: all read anew, each time", named: "anew",
        idea: "Who reads everything needs no history; it costs a trip for every object.",
        expecting: .passing(4), lookAt: ["refresh"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, coordinator) = (chat.app.viewContext, chat.app.coordinator)
        let room = try view.shownRoom()
        view.stalenessInterval = 0

        chat.whenStoreChanges { view.perform { view.refreshAllObjects() } }
        chat.renameAndPurge()
        runtime.atEnd { runtime.outcome(chat.shown(room) == "Pier" ? "new" : "old") }
      },
    ])
}

extension SharedChat {
  /// The widget renames the room, writes a message, and leaves only that in the history.
  fileprivate func renameAndPurge() {
    let context = widget.backgroundContext("widget")
    let coordinator = widget.coordinator
    context.perform {
      attempt {
        try context.renameRoom("Pier")
        try context.send("See you")
        let newest = coordinator.currentPersistentHistoryToken(fromStores: nil)
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: newest))
      }
    }
  }
}
