import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X11 and D10: both levels are saved, and the child's object still has a temporary ID.
  static let nestedTrap = Scenario(
    "temporary-ids/nested-trap", title: "Saved twice, and still temporary",
    question: "A message was composed in a child and saved on both levels. Which ID has it now?",
    outcomes: [
      .allowed("opened", "The detail screen found the message by the ID it was given."),
      .forbidden("not found", "The message is on disk, and its ID leads nowhere."),
    ],
    variants: [
      .bug(
        "the child's ID is passed on",
        idea: "After both saves the composer hands the ID of its own object to the detail screen.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "save()"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.save()
          try chat.viewContext.performAndWait { try chat.viewContext.save() }
          return message.objectID
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      .fix(
        "permanent from the start",
        idea: "The composer obtains permanent IDs before its first save; every level shares them.",
        expecting: .passing(1), lookAt: ["obtainPermanentIDs"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.obtainPermanentIDs(for: [message])
          try composer.save()
          try chat.viewContext.performAndWait { try chat.viewContext.save() }
          return message.objectID
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      .fix(
        "permanent afterwards", named: "afterwards",
        idea: "Once the root has saved, the child's stale objects can be converted too.",
        expecting: .passing(1), lookAt: ["obtainPermanentIDs"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.save()
          try chat.viewContext.performAndWait { try chat.viewContext.save() }
          try composer.obtainPermanentIDs(for: [message])
          return message.objectID
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      .fix(
        "a peer of the view context", named: "peer",
        idea: "A context that saves to the coordinator itself gets its permanent IDs by saving.",
        expecting: .passing(1), lookAt: ["backgroundContext"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.backgroundContext("composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.save()
          return message.objectID
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      Variant(
        "saved-again", "the child is saved once more",
        idea: "The child has nothing left to save, and learns nothing.",
        expecting: .failing(1, of: 1), lookAt: ["save()"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.save()
          try chat.viewContext.performAndWait { try chat.viewContext.save() }
          try composer.save()
          return message.objectID
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      Variant(
        "parent-lookup", "the parent is asked for the object",
        idea: "The view context makes a fault for the old ID without looking, and that ID goes on.",
        expecting: .failing(1, of: 1), lookAt: ["viewContext.object"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let id = try composer.performAndWait {
          let message = Message(context: composer)
          message.text = "On my way"
          try composer.save()
          try chat.viewContext.performAndWait { try chat.viewContext.save() }
          let view = chat.viewContext
          return view.performAndWait { view.object(with: message.objectID).objectID }
        }
        runtime.outcome(opens(id, in: chat) ? "opened" : "not found")
      },
      Variant(
        "root-later", "permanent, and the root saves in its own time",
        idea: "The ID travels after the child's save. The root's save is a block of its own.",
        expecting: .failing(1, of: 2), lookAt: ["obtainPermanentIDs", "viewContext.perform"]
      ) { runtime in
        let chat = try ChatStack()
        let (view, detail) = (chat.viewContext, chat.backgroundContext("detail"))
        let composer = chat.child(of: view, "composer")

        composer.perform {
          attempt {
            let message = Message(context: composer)
            message.text = "On my way"
            try composer.obtainPermanentIDs(for: [message])
            try composer.save()
            let id = message.objectID
            view.perform { attempt { try view.save() } }
            detail.perform {
              let isThere = (try? detail.existingObject(with: id)) != nil
              runtime.outcome(isThere ? "opened" : "not found")
            }
          }
        }
      },
    ])
}

/// What the detail screen does with an ID.
private func opens(_ id: NSManagedObjectID, in chat: ChatStack) -> Bool {
  let detail = chat.backgroundContext("detail")
  return detail.performAndWait { (try? detail.existingObject(with: id)) != nil }
}
