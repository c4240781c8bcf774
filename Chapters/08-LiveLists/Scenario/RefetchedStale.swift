import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X24: the store decides what is found, and the object shows what it knew.
  static let refetchedStale = Scenario(
    "live-lists/refetched-stale", title: "Found, and shown otherwise",
    question: "The sync marks a message as unread. Main fetches unread ones, and looks twice.",
    outcomes: [
      .allowed("counted", "The message was found and counted."),
      .allowed("not-yet", "The sync had not saved yet: nothing was found."),
      .forbidden("skipped", "The message was found as unread and skipped as read."),
    ],
    variants: [
      .bug(
        "fetched, and checked once more",
        idea: "The fetch finds what the store calls unread; the object here still says read.",
        expecting: .failing(1, of: 4), lookAt: ["fetch", "isRead"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.markAsUnread()
        chat.view.perform {
          let found = (try? chat.view.fetch(chat.unread)) ?? []
          runtime.outcome(chat.judged(found) { !$0.isRead })
        }
      },
      .fix(
        "the fetch refreshes",
        idea: "What is found takes over the values that it was found by.",
        expecting: .passing(4), lookAt: ["shouldRefreshRefetchedObjects"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.markAsUnread()
        chat.view.perform {
          let unread = chat.unread
          unread.shouldRefreshRefetchedObjects = true
          let found = (try? chat.view.fetch(unread)) ?? []
          runtime.outcome(chat.judged(found) { !$0.isRead })
        }
      },
      .fix(
        "found is found", named: "trusts",
        idea: "The predicate has decided; the object is not asked again.",
        expecting: .passing(4), lookAt: ["true"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.markAsUnread()
        chat.view.perform {
          let found = (try? chat.view.fetch(chat.unread)) ?? []
          runtime.outcome(chat.judged(found) { _ in true })
        }
      },
      Variant(
        "merging", "with automatic merging",
        idea: "The fetch may come between the save and the merge.",
        expecting: .failing(1, of: 5), lookAt: ["automatically"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.view.automaticallyMergesChangesFromParent = true
        chat.markAsUnread()
        chat.view.perform {
          let found = (try? chat.view.fetch(chat.unread)) ?? []
          runtime.outcome(chat.judged(found) { !$0.isRead })
        }
      },
      Variant(
        "stored-only", "without pending changes",
        idea: "That says which rows are found, and nothing about the objects that are returned.",
        expecting: .failing(1, of: 4), lookAt: ["includesPendingChanges"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.markAsUnread()
        chat.view.perform {
          let unread = chat.unread
          unread.includesPendingChanges = false
          let found = (try? chat.view.fetch(unread)) ?? []
          runtime.outcome(chat.judged(found) { !$0.isRead })
        }
      },
    ])
}

/// A message that main knows as read.
private final class ReadMessage: @unchecked Sendable {
  // @unchecked Sendable because all but the sync belongs to main.
  let view: NSManagedObjectContext
  private let chat: ChatStack
  private let message: Message
  private let sync: NSManagedObjectContext

  init() throws {
    chat = try ChatStack()
    try chat.addRoom("Harbour", messages: ["Hello"])
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    message = try view.onlyMessage()
    message.isRead = true
    try view.save()
  }

  var unread: NSFetchRequest<Message> {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "isRead == NO")
    return request
  }

  func markAsUnread() {
    sync.perform { [self] in
      attempt {
        try sync.onlyMessage().isRead = false
        try sync.save()
      }
    }
  }

  func judged(_ found: [Message], _ counts: (Message) -> Bool) -> String {
    if found.isEmpty { return "not-yet" }
    return found.contains(where: counts) ? "counted" : "skipped"
  }
}
