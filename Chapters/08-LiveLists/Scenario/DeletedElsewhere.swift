import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X26: an object whose row goes while a screen holds it.
  static let deletedElsewhere = Scenario(
    "live-lists/deleted-elsewhere", title: "The message that is gone",
    question: "A screen opens a message from the list. Meanwhile the sync deletes it.",
    outcomes: [
      .allowed("shown", "The screen shows the text."),
      .allowed("left", "The screen noticed that the message is gone, and closed."),
      .forbidden("blank", "The screen shows a message without a text."),
    ],
    variants: [
      .bug(
        "it reads what it holds",
        idea: "The object is a fault; when it is read, its row is gone, and all values are nil.",
        expecting: .failing(1, of: 6), lookAt: ["text"]
      ) { runtime in
        let chat = try OpenMessage()
        let message = try chat.fault()
        chat.deleteBySync()
        chat.view.perform {
          runtime.outcome(message.text.isEmpty ? "blank" : "shown")
        }
      },
      .fix(
        "it asks whether the message exists",
        idea: "A look-up that may fail loads the values, or says that there are none.",
        expecting: .passing(6), lookAt: ["existingObject"]
      ) { runtime in
        let chat = try OpenMessage()
        let id = try chat.fault().objectID
        chat.deleteBySync()
        chat.view.perform {
          guard let message = try? chat.view.existingObject(with: id) as? Message else {
            return runtime.outcome("left")
          }
          runtime.outcome(message.text.isEmpty ? "blank" : "shown")
        }
      },
      .fix(
        "it holds values", named: "values",
        idea: "The list hands over what the screen shows, read while the message was there.",
        expecting: .passing(1), lookAt: ["let text"]
      ) { runtime in
        let chat = try OpenMessage()
        let text = try chat.fault().text
        chat.deleteBySync()
        chat.view.perform {
          runtime.outcome(text.isEmpty ? "blank" : "shown")
        }
      },
      Variant(
        "asks-deleted", "it asks whether the message is deleted",
        idea: "The object does not know yet: it is asked before anybody has looked for its row.",
        expecting: .failing(1, of: 6), lookAt: ["isDeleted"]
      ) { runtime in
        let chat = try OpenMessage()
        let message = try chat.fault()
        chat.deleteBySync()
        chat.view.perform {
          if message.isDeleted || message.managedObjectContext == nil {
            return runtime.outcome("left")
          }
          runtime.outcome(message.text.isEmpty ? "blank" : "shown")
        }
      },
      Variant(
        "by-id", "it carries the ID and calls object(with:)",
        idea: "That gives a fault for any ID, and looks nothing up.",
        expecting: .failing(1, of: 6), lookAt: ["object(with"]
      ) { runtime in
        let chat = try OpenMessage()
        let id = try chat.fault().objectID
        chat.deleteBySync()
        chat.view.perform {
          let message = chat.view.object(with: id) as? Message
          runtime.outcome(message?.text.isEmpty == false ? "shown" : "blank")
        }
      },
      Variant(
        "merging", "with automatic merging, and isDeleted",
        idea: "The question may come between the deletion and its merge.",
        expecting: .failing(1, of: 7), lookAt: ["automatically", "isDeleted"]
      ) { runtime in
        let chat = try OpenMessage()
        chat.view.automaticallyMergesChangesFromParent = true
        let message = try chat.fault()
        chat.deleteBySync()
        chat.view.perform {
          if message.isDeleted || message.managedObjectContext == nil {
            return runtime.outcome("left")
          }
          runtime.outcome(message.text.isEmpty ? "blank" : "shown")
        }
      },
    ])
}

private final class OpenMessage: @unchecked Sendable {
  // @unchecked Sendable because all but the sync belongs to main.
  let view: NSManagedObjectContext
  private let chat: ChatStack
  private let sync: NSManagedObjectContext

  init() throws {
    chat = try ChatStack()
    try chat.addRoom("Harbour", messages: ["Hello"])
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    Runtime.current.atEnd { withExtendedLifetime(self) {} }
  }

  /// The message as a list has it that has not drawn it yet.
  func fault() throws -> Message { try view.onlyMessage() }

  func deleteBySync() {
    sync.perform { [self] in
      attempt {
        sync.delete(try sync.onlyMessage())
        try sync.save()
      }
    }
  }
}
