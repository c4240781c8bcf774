import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// D11: one row, two objects in one context, as the first systems with nested contexts had it.
  static let twins = Scenario(
    "temporary-ids/twins", title: "One message, shown twice",
    question: "On a classic system, a composer keeps its draft and fetches. How many does it hold?",
    outcomes: [
      .allowed("one", "The context holds one object for the one row."),
      .forbidden("two", "The context holds two objects for one row, under two IDs."),
    ],
    variants: [
      .bug(
        "the draft beside the fetched message",
        idea: "The draft kept its temporary ID, so the classic fetch does not recognise it.",
        expecting: .failing(1, of: 1), lookAt: ["classic", "fetch", "save()"]
      ) { runtime in
        let chat = try ChatStack { $0.nestedTemporaryIDs = .classic }
        let composer = chat.child(of: chat.viewContext, "composer")

        let held = try composer.performAndWait {
          let draft = try compose(in: composer, above: chat.viewContext)
          let messages = try composer.fetch(NSFetchRequest<Message>(entityName: "Message"))
          return Set(messages + [draft]).count
        }
        runtime.outcome(held == 1 ? "one" : "two")
      },
      .fix(
        "permanent before the first save",
        idea: "The draft has the ID of its row, so the fetch returns the draft itself.",
        expecting: .passing(1), lookAt: ["obtainPermanentIDs"]
      ) { runtime in
        let chat = try ChatStack { $0.nestedTemporaryIDs = .classic }
        let composer = chat.child(of: chat.viewContext, "composer")

        let held = try composer.performAndWait {
          let draft = try compose(in: composer, above: chat.viewContext, permanently: true)
          let messages = try composer.fetch(NSFetchRequest<Message>(entityName: "Message"))
          return Set(messages + [draft]).count
        }
        runtime.outcome(held == 1 ? "one" : "two")
      },
      .fix(
        "a child per draft", named: "throw-away",
        idea: "The composer goes with its draft; the message is fetched in another context.",
        expecting: .passing(1), lookAt: ["viewContext.fetch"]
      ) { runtime in
        let chat = try ChatStack { $0.nestedTemporaryIDs = .classic }
        do {
          let composer = chat.child(of: chat.viewContext, "composer")
          try composer.performAndWait {
            _ = try compose(in: composer, above: chat.viewContext)
            composer.reset()
          }
        }
        let messages = try chat.viewContext.fetch(NSFetchRequest<Message>(entityName: "Message"))
        runtime.outcome(Set(messages).count == 1 ? "one" : "two")
      },
      .fix(
        "a system that knows its drafts", named: "today",
        idea: "Without the classic switch the fetch returns the draft, now with its permanent ID.",
        expecting: .passing(1), lookAt: ["ChatStack()", "fetch"]
      ) { runtime in
        let chat = try ChatStack()
        let composer = chat.child(of: chat.viewContext, "composer")

        let held = try composer.performAndWait {
          let draft = try compose(in: composer, above: chat.viewContext)
          let messages = try composer.fetch(NSFetchRequest<Message>(entityName: "Message"))
          return Set(messages + [draft]).count
        }
        runtime.outcome(held == 1 ? "one" : "two")
      },
      Variant(
        "refreshed", "refreshed before the fetch",
        idea: "The draft becomes a fault under its old name; the fetch does not recognise that.",
        expecting: .failing(1, of: 1), lookAt: ["refresh"]
      ) { runtime in
        let chat = try ChatStack { $0.nestedTemporaryIDs = .classic }
        let composer = chat.child(of: chat.viewContext, "composer")

        let held = try composer.performAndWait {
          let draft = try compose(in: composer, above: chat.viewContext)
          composer.refresh(draft, mergeChanges: false)
          let messages = try composer.fetch(NSFetchRequest<Message>(entityName: "Message"))
          return Set(messages + [draft]).count
        }
        runtime.outcome(held == 1 ? "one" : "two")
      },
      Variant(
        "sorted-out", "without what is there already",
        idea: "What is fetched is compared with the draft by ID, and the IDs differ.",
        expecting: .failing(1, of: 1), lookAt: ["filter"]
      ) { runtime in
        let chat = try ChatStack { $0.nestedTemporaryIDs = .classic }
        let composer = chat.child(of: chat.viewContext, "composer")

        let held = try composer.performAndWait {
          let draft = try compose(in: composer, above: chat.viewContext)
          let messages = try composer.fetch(NSFetchRequest<Message>(entityName: "Message"))
          let others = messages.filter { $0.objectID != draft.objectID }
          return Set(others + [draft]).count
        }
        runtime.outcome(held == 1 ? "one" : "two")
      },
    ])
}

/// Writes a message in a child and saves it on both levels.
private func compose(
  in composer: NSManagedObjectContext, above view: NSManagedObjectContext,
  permanently: Bool = false
) throws -> Message {
  let draft = Message(context: composer)
  draft.text = "On my way"
  if permanently { try composer.obtainPermanentIDs(for: [draft]) }
  try composer.save()
  try view.performAndWait { try view.save() }
  return draft
}
