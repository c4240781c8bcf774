import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// U4: the history also tells what this app wrote itself.
  static let ownEcho = Scenario(
    "history/own-echo", title: "News of oneself",
    question: "The app and the widget save a message each. Of which does the app's banner tell?",
    outcomes: [
      .allowed("theirs", "The banner tells of the widget's message."),
      .forbidden("echo", "The banner tells you of the message that you have just written."),
      .forbidden("missed", "The banner does not tell of the widget's message."),
    ],
    variants: [
      .bug(
        "everything is news",
        idea: "The history has all transactions, those of the app among them.",
        expecting: .failing(5, of: 5), lookAt: ["history("]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        var token = chat.token
        let banner = Banner()

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
                try banner.tell(of: transaction, in: view)
              }
            }
          }
        }
        widget.perform { attempt { try widget.send("See you") } }
        attempt { try view.send("On my way") }
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      .fix(
        "each writer has a name",
        idea: "The app signs its transactions before it saves, and passes over what it signed.",
        expecting: .passing(5), lookAt: ["transactionAuthor", "author"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        var token = chat.token
        let banner = Banner()
        view.transactionAuthor = "app"

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                token = transaction.token
                if transaction.author == "app" { continue }
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                try banner.tell(of: transaction, in: view)
              }
            }
          }
        }
        widget.perform { attempt { try widget.send("See you") } }
        attempt { try view.send("On my way") }
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      Variant(
        "signed-late", "signed after the save",
        idea: "The name goes into the history with the save, and not into what is there already.",
        expecting: .failing(5, of: 5), lookAt: ["transactionAuthor"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        var token = chat.token
        let banner = Banner()

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                token = transaction.token
                if transaction.author == "app" { continue }
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                try banner.tell(of: transaction, in: view)
              }
            }
          }
        }
        widget.perform { attempt { try widget.send("See you") } }
        attempt { try view.send("On my way") }
        view.transactionAuthor = "app"
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      Variant(
        "behind-save", "the token of after the save",
        idea: "After its own save the app goes on from the newest place, past all before it.",
        expecting: .failing(4, of: 7), lookAt: ["currentPersistentHistoryToken"]
      ) { runtime in
        let chat = try SharedChat()
        let (view, coordinator) = (chat.app.viewContext, chat.app.coordinator)
        let widget = chat.widget.backgroundContext("widget")
        var token = chat.token
        let banner = Banner()

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token) {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
                try banner.tell(of: transaction, in: view)
              }
            }
          }
        }
        widget.perform { attempt { try widget.send("See you") } }
        attempt {
          try view.send("On my way")
          token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        }
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
      .fix(
        "asked for by author", named: "asked",
        idea: "The request leaves out what the app has signed.",
        expecting: .passing(5), lookAt: ["transactionAuthor", "exceptBy"]
      ) { runtime in
        let chat = try SharedChat()
        let view = chat.app.viewContext
        let widget = chat.widget.backgroundContext("widget")
        var token = chat.token
        let banner = Banner()
        view.transactionAuthor = "app"
        widget.transactionAuthor = "widget"

        chat.whenStoreChanges {
          view.perform {
            attempt {
              for transaction in try view.history(after: token, exceptBy: "app") {
                view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
                try banner.tell(of: transaction, in: view)
              }
            }
          }
        }
        widget.perform { attempt { try widget.send("See you") } }
        attempt { try view.send("On my way") }
        runtime.atEnd { runtime.outcome(banner.judged) }
      },
    ])
}

/// What the app's banner has told of. It is used on main.
final class Banner {
  private var texts: [String] = []

  func tell(
    of transaction: NSPersistentHistoryTransaction, in context: NSManagedObjectContext
  ) throws {
    for change in transaction.changes ?? [] where change.changeType == .insert {
      let message = try context.existingObject(with: change.changedObjectID) as? Message
      texts.append(message?.text ?? "")
    }
  }

  var judged: String {
    if texts.contains("On my way") { return "echo" }
    return texts == ["See you"] ? "theirs" : "missed"
  }
}

extension NSManagedObjectContext {
  /// The same without the transactions of one author.
  fileprivate func history(
    after token: NSPersistentHistoryToken?, exceptBy author: String
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
    request.fetchRequest?.predicate = NSPredicate(format: "author != %@", author)
    let result = try execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }
}
