import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X30: a batch request changes rows behind the objects that show them.
  static let batchThenSave = Scenario(
    "conflicts/batch-then-save", title: "In conflict with oneself",
    question: "One context marks all messages as read, by a batch request, and edits one of them.",
    outcomes: [
      .allowed("both", "The message is read, and has its new text."),
      .forbidden("refused", "The save was refused, though no other context has been here."),
      .forbidden("unread", "The save has taken the batch back: the message is unread again."),
    ],
    variants: [
      .bug(
        "a batch, then an edit",
        idea: "The batch has raised the versions of rows that this context has read before.",
        expecting: .failing(1, of: 1), lookAt: ["markAllAsRead", "save"]
      ) { runtime in
        let chat = try ReadMessage()
        try chat.markAllAsRead()
        chat.message.text = "Hello!"
        runtime.outcome(chat.save())
      },
      .fix(
        "the batch's IDs are merged",
        idea: "The context is told which rows have changed before it edits one of them.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let chat = try ReadMessage()
        let ids = try chat.markAllAsRead()
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [chat.view])
        chat.message.text = "Hello!"
        runtime.outcome(chat.save())
      },
      .fix(
        "property by property", named: "policy",
        idea: "Text and mark are two properties: the save keeps the one, and takes over the other.",
        expecting: .passing(1), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try chat.markAllAsRead()
        chat.message.text = "Hello!"
        runtime.outcome(chat.save())
      },
      Variant(
        "overwrite", "the policy that overwrites",
        idea: "The whole old row wins, and with it the old mark.",
        expecting: .failing(1, of: 1), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ReadMessage()
        chat.view.mergePolicy = NSMergePolicy.overwrite
        try chat.markAllAsRead()
        chat.message.text = "Hello!"
        runtime.outcome(chat.save())
      },
      Variant(
        "fetched", "fetched again",
        idea: "A fetch finds the message and leaves it as it is.",
        expecting: .failing(1, of: 1), lookAt: ["fetch"]
      ) { runtime in
        let chat = try ReadMessage()
        try chat.markAllAsRead()
        _ = try chat.view.fetch(NSFetchRequest<Message>(entityName: "Message"))
        chat.message.text = "Hello!"
        runtime.outcome(chat.save())
      },
    ])
}

/// A message that the view context has read.
private final class ReadMessage {
  let view: NSManagedObjectContext
  let message: Message
  private let chat: ChatStack

  init() throws {
    chat = try ChatStack(.sqlite)
    try chat.addRoom("Harbour", messages: ["Hello"])
    view = chat.viewContext
    message = try view.fetch(NSFetchRequest<Message>(entityName: "Message"))[0]
    _ = message.text
  }

  @discardableResult
  func markAllAsRead() throws -> [NSManagedObjectID] {
    let request = NSBatchUpdateRequest(entityName: "Message")
    request.propertiesToUpdate = ["isRead": true]
    request.resultType = .updatedObjectIDsResultType
    let result = try view.execute(request) as? NSBatchUpdateResult
    return result?.result as? [NSManagedObjectID] ?? []
  }

  func save() -> String {
    do { try view.save() } catch { return "refused" }
    return
      (try? chat.stored { look in
        let message = try look.fetch(NSFetchRequest<Message>(entityName: "Message"))[0]
        return message.isRead && message.text == "Hello!" ? "both" : "unread"
      }) ?? "refused"
  }
}
