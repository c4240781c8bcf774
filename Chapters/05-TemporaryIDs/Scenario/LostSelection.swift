import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// D2, N: a list that is told by IDs tells of another row when an ID becomes permanent.
  static let lostSelection = Scenario(
    "temporary-ids/lost-selection", title: "The row that was another one",
    question:
      "A list tells its rows by their IDs. The selected one is saved. Is it still selected?",
    outcomes: [
      .allowed("selected", "The row that was selected is in the list."),
      .forbidden("lost", "The list has no row of the ID that was selected."),
    ],
    variants: [
      .bug(
        "the ID of a new object",
        idea: "The save gives the message another ID, and to the list that is another row.",
        expecting: .failing(1, of: 1), lookAt: ["objectID", "save()"]
      ) { runtime in
        let list = try RowList()
        let draft = list.write("Draft")

        let selected = draft.objectID
        try list.view.save()
        runtime.outcome(try list.rows().contains(selected) ? "selected" : "lost")
      },
      .fix(
        "permanent before it is shown",
        idea: "The message has the ID of its row before the list is told of it.",
        expecting: .passing(1), lookAt: ["obtainPermanentIDs"]
      ) { runtime in
        let list = try RowList()
        let draft = list.write("Draft")
        try list.view.obtainPermanentIDs(for: [draft])

        let selected = draft.objectID
        try list.view.save()
        runtime.outcome(try list.rows().contains(selected) ? "selected" : "lost")
      },
      .fix(
        "the object is kept", named: "object",
        idea:
          "The object stays itself, whatever its ID; it is asked for the ID when that is needed.",
        expecting: .passing(1), lookAt: ["selected.objectID"]
      ) { runtime in
        let list = try RowList()

        let selected = list.write("Draft")
        try list.view.save()
        runtime.outcome(try list.rows().contains(selected.objectID) ? "selected" : "lost")
      },
      Variant(
        "after-the-save", "looked up by the old ID",
        idea: "The context knows for whom the old ID stood, and the list does not.",
        expecting: .failing(1, of: 1), lookAt: ["existingObject"]
      ) { runtime in
        let list = try RowList()
        let draft = list.write("Draft")

        let selected = draft.objectID
        try list.view.save()
        let found = try? list.view.existingObject(with: selected)
        let isShown = try found != nil && list.rows().contains(selected)
        runtime.outcome(isShown ? "selected" : "lost")
      },
    ])
}

/// A list as a diffable data source has it: a snapshot of IDs.
private struct RowList {
  let chat: ChatStack
  var view: NSManagedObjectContext { chat.viewContext }

  init() throws { chat = try ChatStack() }

  func write(_ text: String) -> Message {
    let message = Message(context: view)
    message.text = text
    return message
  }

  func rows() throws -> [NSManagedObjectID] {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    try controller.performFetch()
    return (controller.fetchedObjects ?? []).map(\.objectID)
  }
}
