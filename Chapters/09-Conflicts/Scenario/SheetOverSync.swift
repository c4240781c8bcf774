import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X23: a sheet is open while the sync renames the room.
  static let sheetOverSync = Scenario(
    "conflicts/sheet-over-sync", title: "The sheet that was open",
    question: "A sheet edits the room's name in a child context. Meanwhile the sync renames it.",
    outcomes: [
      .allowed("sheet-first", "The sheet was saved before the sync had anything new."),
      .allowed("asked", "The user was asked which of the two names is to stay."),
      .allowed("refused", "A save was refused, so the user can be asked."),
      .forbidden("overwritten", "The sheet has replaced a name that its user has never seen."),
    ],
    variants: [
      .bug(
        "save the sheet, save the view",
        idea: "The child's save puts its name over the one that main has merged.",
        expecting: .failing(1, of: 4), lookAt: ["save"]
      ) { runtime in
        let sheet = try Sheet(runtime)
        sheet.renameBySync()
        sheet.view.perform {
          sheet.saveUp()
        }
      },
      .fix(
        "compare before saving",
        idea: "The sheet remembers what it began with, and looks what main shows now.",
        expecting: .passing(4), lookAt: ["committedValues", "asked"]
      ) { runtime in
        let sheet = try Sheet(runtime)
        sheet.renameBySync()
        sheet.view.perform {
          let base = sheet.draft.committedValues(forKeys: ["name"])["name"] as? String
          if sheet.room.name != base { return runtime.outcome("asked") }
          sheet.saveUp()
        }
      },
      Variant(
        "policy", "a merge policy on the child",
        idea: "The store is to win; but a child has no store, and no conflict is looked for.",
        expecting: .failing(1, of: 4), lookAt: ["mergePolicy"]
      ) { runtime in
        let sheet = try Sheet(runtime)
        sheet.child.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        sheet.renameBySync()
        sheet.view.perform {
          sheet.saveUp()
        }
      },
      Variant(
        "refreshed", "the child refreshed before it saves",
        idea: "The draft takes over what is new, and its own name stays on top.",
        expecting: .failing(1, of: 4), lookAt: ["refresh"]
      ) { runtime in
        let sheet = try Sheet(runtime)
        sheet.renameBySync()
        sheet.view.perform {
          sheet.child.refresh(sheet.draft, mergeChanges: true)
          sheet.saveUp()
        }
      },
      .fix(
        "where a child's overlap is a conflict", named: "strict",
        idea: "The same code under the other reading of Apple's documents: the save is refused.",
        expecting: .passing(4), lookAt: ["strict"]
      ) { runtime in
        let sheet = try Sheet(runtime, strict: true)
        sheet.renameBySync()
        sheet.view.perform {
          sheet.saveUp()
        }
      },
      .fix(
        "a context beside the view", named: "peer",
        idea: "The sheet saves to the store itself, where a change by others is a conflict.",
        expecting: .passing(4), lookAt: ["isPeer"]
      ) { runtime in
        let sheet = try Sheet(runtime, isPeer: true)
        sheet.renameBySync()
        sheet.view.perform {
          sheet.saveUp()
        }
      },
    ])
}

/// A sheet on main with a room in it, whose name its user has changed.
private final class Sheet: @unchecked Sendable {
  // @unchecked Sendable because all but the sync belongs to main.
  let view: NSManagedObjectContext
  /// The context of the sheet.
  let child: NSManagedObjectContext
  let room: Room
  let draft: Room
  private let runtime: Runtime
  private let chat: ChatStack
  private let sync: NSManagedObjectContext

  init(_ runtime: Runtime, strict: Bool = false, isPeer: Bool = false) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite) { if strict { $0.childOverlap = .conflict } }
    let harbour = try chat.addRoom("Harbour")
    view = chat.viewContext
    view.automaticallyMergesChangesFromParent = true
    sync = chat.backgroundContext("sync")
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    child = NSManagedObjectContext(.mainQueue)
    child.name = "sheet"
    if isPeer { child.persistentStoreCoordinator = chat.coordinator } else { child.parent = view }
    room = try view.existingObject(with: harbour) as! Room
    draft = try child.existingObject(with: harbour) as! Room
    draft.name = "Quay"
  }

  /// Saves the sheet's context, and the view's if that is its parent.
  ///
  ///     sheet's context ──▶ view ──▶ store
  func saveUp() {
    let isNews = room.name != "Harbour"
    do {
      try child.save()
      try view.save()
      runtime.outcome(isNews ? "overwritten" : "sheet-first")
    } catch {
      runtime.outcome("refused")
    }
  }

  func renameBySync() {
    let id = room.objectID
    sync.perform { [sync] in
      attempt {
        let room = try sync.existingObject(with: id) as? Room
        room?.name = "Pier"
        try sync.save()
      }
    }
  }
}
