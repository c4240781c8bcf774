import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// E5 to E7: a child reads what its parent holds at that moment, saved or not, and only then.
  static let staleChild = Scenario(
    "nested-contexts/stale-child", title: "What a child sees of its parent",
    question: "The list renames a room and does not save. Does the sheet, a child, see it?",
    outcomes: [
      .allowed("fresh", "The sheet shows the new name, which no store has ever seen."),
      .forbidden("stale", "The sheet shows the old name."),
    ],
    variants: [
      .bug(
        "what was read stays",
        idea: "A sheet that read the room first keeps it; one that comes later reads the new name.",
        expecting: .failing(1, of: 2), lookAt: ["sheet.perform"]
      ) { runtime in
        let (view, sheet, id) = try listAndSheet()
        sheet.perform { runtime.note("sheet", "opens with \(room(id, in: sheet).name)") }
        view.perform {
          room(id, in: view).name = "Pier"
          sheet.perform { runtime.outcome(verdict(on: id, in: sheet)) }
        }
      },
      .fix(
        "refresh from the parent",
        idea: "A refresh asks one level up, and there the new name is, though it was never saved.",
        expecting: .passing(2), lookAt: ["refresh"]
      ) { runtime in
        let (view, sheet, id) = try listAndSheet()
        sheet.perform { runtime.note("sheet", "opens with \(room(id, in: sheet).name)") }
        view.perform {
          room(id, in: view).name = "Pier"
          sheet.perform {
            sheet.refresh(room(id, in: sheet), mergeChanges: true)
            runtime.outcome(verdict(on: id, in: sheet))
          }
        }
      },
      .fix(
        "a new child", named: "new",
        idea: "A context that has read nothing reads what the parent holds now.",
        expecting: .passing(3), lookAt: ["another"]
      ) { runtime in
        let (view, sheet, id) = try listAndSheet()
        sheet.perform { runtime.note("sheet", "opens with \(room(id, in: sheet).name)") }
        view.perform {
          room(id, in: view).name = "Pier"
          let another = NSManagedObjectContext(.privateQueue)
          another.parent = view
          another.perform { runtime.outcome(verdict(on: id, in: another)) }
        }
      },
      Variant(
        "refetch", "the sheet fetches again",
        idea: "The fetch goes up to the parent, and returns the object that was read already.",
        expecting: .failing(1, of: 2), lookAt: ["fetch"]
      ) { runtime in
        let (view, sheet, id) = try listAndSheet()
        sheet.perform { runtime.note("sheet", "opens with \(room(id, in: sheet).name)") }
        view.perform {
          room(id, in: view).name = "Pier"
          sheet.perform {
            _ = try? sheet.fetch(NSFetchRequest<Room>(entityName: "Room"))
            runtime.outcome(verdict(on: id, in: sheet))
          }
        }
      },
      Variant(
        "automatic", "the sheet merges by itself",
        idea: "A child merges when its parent saves. The list has only been changed.",
        expecting: .failing(1, of: 2), lookAt: ["automatically"]
      ) { runtime in
        let (view, sheet, id) = try listAndSheet()
        sheet.automaticallyMergesChangesFromParent = true
        sheet.perform { runtime.note("sheet", "opens with \(room(id, in: sheet).name)") }
        view.perform {
          room(id, in: view).name = "Pier"
          sheet.perform { runtime.outcome(verdict(on: id, in: sheet)) }
        }
      },
    ])
}

/// The view context with a room, and a child that holds on to what it has read.
private func listAndSheet() throws -> (
  view: NSManagedObjectContext, sheet: NSManagedObjectContext, room: NSManagedObjectID
) {
  let chat = try ChatStack()
  let id = try chat.addRoom("Harbour")
  let sheet = chat.child(of: chat.viewContext, "sheet")
  sheet.retainsRegisteredObjects = true
  return (chat.viewContext, sheet, id)
}

private func verdict(on id: NSManagedObjectID, in context: NSManagedObjectContext) -> String {
  room(id, in: context).name == "Pier" ? "fresh" : "stale"
}
