import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// E10: what is thrown away with a child never touched its parent.
  static let scratchPad = Scenario(
    "nested-contexts/scratch-pad", title: "Cancel",
    question: "A half-typed room name, an unsent draft, an autosave, and a tap on Cancel. What is "
      + "left?",
    outcomes: [
      .allowed("cancelled", "The draft is saved, and the room keeps its name."),
      .forbidden("half-typed", "The autosave put the half-typed name into the store."),
      .forbidden("draft lost", "Cancel took the draft along, which has nothing to do with it."),
    ],
    variants: [
      .bug(
        "edit in the view context",
        idea: "Editor and draft share one context, and with it every save and every rollback.",
        expecting: .failing(2, of: 2), lookAt: ["in: view", "rollback"]
      ) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Harbour")
        let view = chat.viewContext
        compose("On my way", in: view)
        room(id, in: view).name = "Pi"

        runtime.thread("autosave") { view.perform { attempt { try view.save() } } }
        runtime.thread("finger") { view.perform { view.rollback() } }
        runtime.atEnd { runtime.outcome(try whatIsLeft(chat)) }
      },
      .fix(
        "edit in a child",
        idea: "The editor has a child of the view context; Cancel throws the child away.",
        expecting: .passing(2), lookAt: ["editor"]
      ) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Harbour")
        let view = chat.viewContext
        let editor = NSManagedObjectContext(.mainQueue)
        editor.parent = view
        compose("On my way", in: view)
        room(id, in: editor).name = "Pi"

        runtime.thread("autosave") { view.perform { attempt { try view.save() } } }
        runtime.thread("finger") { editor.perform { editor.rollback() } }
        runtime.atEnd {
          try view.save()
          runtime.outcome(try whatIsLeft(chat))
        }
      },
      Variant(
        "undo", "Cancel refreshes the room",
        idea: "Cancel takes the values of the room back, and leaves the draft alone.",
        expecting: .failing(1, of: 2), lookAt: ["refresh"]
      ) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Harbour")
        let view = chat.viewContext
        compose("On my way", in: view)
        room(id, in: view).name = "Pi"

        runtime.thread("autosave") { view.perform { attempt { try view.save() } } }
        runtime.thread("finger") {
          view.perform { view.refresh(room(id, in: view), mergeChanges: false) }
        }
        runtime.atEnd {
          try view.save()
          runtime.outcome(try whatIsLeft(chat))
        }
      },
      Variant(
        "no-autosave", "the autosave waits for Cancel",
        idea: "Nothing half-typed is saved, and Cancel still rolls back what is not its own.",
        expecting: .failing(1, of: 1), lookAt: ["rollback"]
      ) { runtime in
        let chat = try ChatStack()
        let id = try chat.addRoom("Harbour")
        let view = chat.viewContext
        compose("On my way", in: view)
        room(id, in: view).name = "Pi"

        runtime.thread("finger") {
          view.perform {
            view.rollback()
            view.perform { attempt { try view.save() } }
          }
        }
        runtime.atEnd { runtime.outcome(try whatIsLeft(chat)) }
      },
    ])
}

private func whatIsLeft(_ chat: ChatStack) throws -> String {
  if try chat.storedRoomNames() != ["Harbour"] { return "half-typed" }
  return try chat.storedTexts() == ["On my way"] ? "cancelled" : "draft lost"
}
