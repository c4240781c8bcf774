import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// K4: a new member of a to-many relationship raises the version of the one it belongs to.
  static let sameParent = Scenario(
    "conflicts/same-parent", title: "The room was never edited",
    question: "Two messages arrive in one room, through two contexts. Is there a conflict?",
    outcomes: [
      .allowed("both", "Both messages are in the room."),
      .forbidden("refused", "One of the saves was refused, and its message is missing."),
    ],
    variants: [
      .bug(
        "two contexts write into one room",
        idea: "Each adds a message to the room, which counts as a change of the room.",
        expecting: .failing(2, of: 4), lookAt: ["message.room", "save"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour")
        for name in ["mail", "chat"] {
          let context = chat.backgroundContext(name)
          context.perform {
            attempt {
              let message = Message(context: context)
              message.text = name
              message.room = try context.existingObject(with: harbour) as? Room
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.bothInRoom()) }
      },
      .fix(
        "property by property",
        idea: "No property of the room was changed by both, so there is nothing to lose.",
        expecting: .passing(4), lookAt: ["mergePolicy"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour")
        for name in ["mail", "chat"] {
          let context = chat.backgroundContext(name)
          context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
          context.perform {
            attempt {
              let message = Message(context: context)
              message.text = name
              message.room = try context.existingObject(with: harbour) as? Room
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.bothInRoom()) }
      },
      .fix(
        "without the room", named: "apart",
        idea: "The messages are no members of anything, so they have nothing in common.",
        expecting: .passing(2), lookAt: ["text"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        for name in ["mail", "chat"] {
          let context = chat.backgroundContext(name)
          context.perform {
            attempt {
              let message = Message(context: context)
              message.text = name
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.storedTexts().count == 2 ? "both" : "refused") }
      },
      Variant(
        "locked", "one save at a time",
        idea: "A lock lets only one of them save at a time.",
        expecting: .failing(2, of: 4), lookAt: ["withLock", "message.room"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour")
        let saving = runtime.lock("saving")
        for name in ["mail", "chat"] {
          let context = chat.backgroundContext(name)
          context.perform {
            attempt {
              let message = Message(context: context)
              message.text = name
              message.room = try context.existingObject(with: harbour) as? Room
              try saving.withLock { try context.save() }
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.bothInRoom()) }
      },
      Variant(
        "refreshed", "a fresh room before the save",
        idea: "Right before the save each asks for the room's latest version.",
        expecting: .failing(2, of: 6), lookAt: ["refresh", "save"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let harbour = try chat.addRoom("Harbour")
        for name in ["mail", "chat"] {
          let context = chat.backgroundContext(name)
          context.perform {
            attempt {
              let message = Message(context: context)
              message.text = name
              let room = try context.existingObject(with: harbour) as! Room
              message.room = room
              context.refresh(room, mergeChanges: true)
              try context.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.bothInRoom()) }
      },
    ])
}

extension ChatStack {
  fileprivate func bothInRoom() throws -> String {
    try stored { try $0.onlyRoom().messages.count } == 2 ? "both" : "refused"
  }
}
