import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// E8: what one child saves into the parent, another child does not see by itself.
  static let siblings = Scenario(
    "nested-contexts/siblings", title: "Two children of one parent",
    question: "The editor saves the new name into the view context. What does its sibling show?",
    outcomes: [
      .allowed("fresh", "The sidebar shows the new name."),
      .forbidden("stale", "The parent has the new name, and the sidebar shows the old one."),
    ],
    variants: [
      .bug(
        "the sibling looks again",
        idea: "If the sidebar has read the room before the save, it keeps what it has read.",
        expecting: .failing(2, of: 3), lookAt: ["sidebar.perform"]
      ) { runtime in
        let (editor, sidebar, id) = try twoChildren()
        sidebar.perform { runtime.note("sidebar", "shows \(room(id, in: sidebar).name)") }
        editor.perform {
          room(id, in: editor).name = "Pier"
          attempt { try editor.save() }
          sidebar.perform { runtime.outcome(verdict(on: id, in: sidebar)) }
        }
      },
      .fix(
        "refresh",
        idea: "The sidebar asks the parent again, whatever it has read before.",
        expecting: .passing(3), lookAt: ["refresh"]
      ) { runtime in
        let (editor, sidebar, id) = try twoChildren()
        sidebar.perform { runtime.note("sidebar", "shows \(room(id, in: sidebar).name)") }
        editor.perform {
          room(id, in: editor).name = "Pier"
          attempt { try editor.save() }
          sidebar.perform {
            sidebar.refresh(room(id, in: sidebar), mergeChanges: true)
            runtime.outcome(verdict(on: id, in: sidebar))
          }
        }
      },
      .fix(
        "merge the sibling's save", named: "merge",
        idea: "A did-save notification merges between siblings as it does between peers.",
        expecting: .passing(3), lookAt: ["mergeChanges"]
      ) { runtime in
        let (editor, sidebar, id) = try twoChildren()
        sidebar.perform { runtime.note("sidebar", "shows \(room(id, in: sidebar).name)") }
        editor.perform {
          room(id, in: editor).name = "Pier"
          attempt { try editor.save() }
          sidebar.perform {
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSUpdatedObjectsKey: [id]], into: [sidebar])
            runtime.outcome(verdict(on: id, in: sidebar))
          }
        }
      },
      Variant(
        "automatic", "merge by itself",
        idea: "A child merges by itself when its parent saves; the parent has only been changed.",
        expecting: .failing(2, of: 3), lookAt: ["automatically"]
      ) { runtime in
        let (editor, sidebar, id) = try twoChildren()
        sidebar.automaticallyMergesChangesFromParent = true
        sidebar.perform { runtime.note("sidebar", "shows \(room(id, in: sidebar).name)") }
        editor.perform {
          room(id, in: editor).name = "Pier"
          attempt { try editor.save() }
          sidebar.perform { runtime.outcome(verdict(on: id, in: sidebar)) }
        }
      },
    ])
}

/// An editor and a sidebar on one view context, and a room in the store. The sidebar holds on to
/// its objects, as a table view does.
private func twoChildren() throws -> (
  editor: NSManagedObjectContext, sidebar: NSManagedObjectContext, room: NSManagedObjectID
) {
  let chat = try ChatStack()
  let id = try chat.addRoom("Harbour")
  let sidebar = chat.child(of: chat.viewContext, "sidebar")
  sidebar.retainsRegisteredObjects = true
  return (chat.child(of: chat.viewContext, "editor"), sidebar, id)
}

private func verdict(on id: NSManagedObjectID, in sidebar: NSManagedObjectContext) -> String {
  room(id, in: sidebar).name == "Pier" ? "fresh" : "stale"
}
