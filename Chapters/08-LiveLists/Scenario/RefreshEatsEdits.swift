import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X25: a refresh that forgets what was edited here.
  static let refreshEatsEdits = Scenario(
    "live-lists/refresh-eats-edits", title: "The refresh that ate a topic",
    question: "The user types a topic while the sync renames the room, and the screen refreshes.",
    outcomes: [
      .allowed("both", "The new name and the typed topic are in the store."),
      .forbidden("eaten", "The topic that was typed is gone, without an error."),
      .forbidden("refused", "The save was refused."),
    ],
    variants: [
      .bug(
        "refresh without merging",
        idea: "The room becomes a fault, and what was typed goes with its old values.",
        expecting: .failing(1, of: 5), lookAt: ["mergeChanges: false"]
      ) { runtime in
        let editor = try Editor(runtime)
        let (view, room) = (editor.view, editor.room)
        editor.renameBySync {
          view.refresh(room, mergeChanges: false)
        }
        editor.typeAndSave()
        runtime.atEnd { runtime.outcome(try editor.judged()) }
      },
      .fix(
        "refresh with merging",
        idea: "The new name comes in below what was typed.",
        expecting: .passing(5), lookAt: ["mergeChanges: true"]
      ) { runtime in
        let editor = try Editor(runtime)
        let (view, room) = (editor.view, editor.room)
        editor.renameBySync {
          view.refresh(room, mergeChanges: true)
        }
        editor.typeAndSave()
        runtime.atEnd { runtime.outcome(try editor.judged()) }
      },
      .fix(
        "automatic merging", named: "merge",
        idea: "A merge refreshes what others have changed, and keeps what was typed.",
        expecting: .passing(8), lookAt: ["automatically"]
      ) { runtime in
        let editor = try Editor(runtime)
        editor.view.automaticallyMergesChangesFromParent = true
        editor.renameBySync {}
        editor.typeAndSave()
        runtime.atEnd { runtime.outcome(try editor.judged()) }
      },
      Variant(
        "reset", "reset instead",
        idea: "The context forgets everything, and the topic was part of it.",
        expecting: .failing(2, of: 5), lookAt: ["reset"]
      ) { runtime in
        let editor = try Editor(runtime)
        let view = editor.view
        editor.renameBySync {
          view.reset()
        }
        editor.typeAndSave()
        runtime.atEnd { runtime.outcome(try editor.judged()) }
      },
      Variant(
        "rollback", "roll back, then refresh",
        idea: "A rollback takes back exactly what was typed.",
        expecting: .failing(1, of: 5), lookAt: ["rollback"]
      ) { runtime in
        let editor = try Editor(runtime)
        let (view, room) = (editor.view, editor.room)
        editor.renameBySync {
          view.rollback()
          view.refresh(room, mergeChanges: true)
        }
        editor.typeAndSave()
        runtime.atEnd { runtime.outcome(try editor.judged()) }
      },
    ])
}

/// A room on main whose topic the user types, and a sync that renames it.
private final class Editor: @unchecked Sendable {
  // @unchecked Sendable because all but the sync belongs to main.
  let view: NSManagedObjectContext
  let room: Room
  private let chat: ChatStack
  private let sync: NSManagedObjectContext

  init(_ runtime: Runtime) throws {
    chat = try ChatStack()
    let harbour = try chat.addRoom("Harbour")
    view = chat.viewContext
    view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    sync = chat.backgroundContext("sync")
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    room = try view.existingObject(with: harbour) as! Room
  }

  /// The sync saves a new name; then main does something about it.
  func renameBySync(_ follow: @escaping () -> Void) {
    let id = room.objectID
    sync.perform { [self] in
      attempt {
        let room = try sync.existingObject(with: id) as? Room
        room?.name = "Pier"
        try sync.save()
      }
      view.perform(follow)
    }
  }

  /// One turn of main types, a later one saves.
  func typeAndSave() {
    view.perform { [self] in
      guard room.managedObjectContext != nil else { return }
      room.topic = "Ferries"
      view.perform { attempt { try self.view.save() } }
    }
  }

  func judged() throws -> String {
    try chat.stored { look in
      let room = try look.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
      return room.topic != "Ferries" ? "eaten" : room.name == "Pier" ? "both" : "refused"
    }
  }
}
