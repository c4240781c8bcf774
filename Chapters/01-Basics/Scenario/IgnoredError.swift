import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X18: a save that fails, and no code that listens.
  static let ignoredError = Scenario(
    "basics/ignored-error", title: "The error that is never read",
    question: "One save meets a conflict and its error is ignored. What becomes of the next one?",
    outcomes: [
      .allowed("both", "The new name and the message are in the store."),
      .forbidden("lost", "The save that failed blocked the next one too: the message is gone."),
      .forbidden("dropped", "The message is there; the new name was thrown away without a word."),
    ],
    variants: [
      .bug(
        "the error is ignored",
        idea: "`try?` drops the error; the edit stays in the context and fails every later save.",
        expecting: .failing(1, of: 6), lookAt: ["try?"]
      ) { runtime in
        let chat = try RenamedRoom(runtime)
        chat.receiveTopic()

        chat.room.name = "Harbour café"
        // The bug, here and two lines below: that a save was refused is dropped.
        try? chat.view.save()
        chat.write("Hello")
        try? chat.view.save()
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      .fix(
        "the conflict is settled",
        idea: "The object takes over the new row, keeps its own edit, and is saved again.",
        expecting: .passing(6), lookAt: ["saveSettlingConflicts"]
      ) { runtime in
        let chat = try RenamedRoom(runtime)
        chat.receiveTopic()

        chat.room.name = "Harbour café"
        try saveSettlingConflicts(chat.view)
        chat.write("Hello")
        try saveSettlingConflicts(chat.view)
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      Variant(
        "rollback", "rolled back",
        idea: "After an error everything pending is dropped, so that the context works again.",
        expecting: .failing(1, of: 6), lookAt: ["rollback()"]
      ) { runtime in
        let chat = try RenamedRoom(runtime)
        chat.receiveTopic()

        chat.room.name = "Harbour café"
        do { try chat.view.save() } catch { chat.view.rollback() }
        chat.write("Hello")
        do { try chat.view.save() } catch { chat.view.rollback() }
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
      Variant(
        "again", "saved again",
        idea: "What was refused is tried once more, with the same edit on the same old row.",
        expecting: .failing(1, of: 6), lookAt: ["try? chat.view.save()"]
      ) { runtime in
        let chat = try RenamedRoom(runtime)
        chat.receiveTopic()

        chat.room.name = "Harbour café"
        do { try chat.view.save() } catch { try? chat.view.save() }
        chat.write("Hello")
        do { try chat.view.save() } catch { try? chat.view.save() }
        runtime.atEnd { runtime.outcome(try chat.judged()) }
      },
    ])
}

/// Saves. Where others have changed a row meanwhile, their changes are taken over, the edits made
/// here stay on top, and it is saved once more. Every other error is the caller's.
private func saveSettlingConflicts(_ context: NSManagedObjectContext) throws {
  do {
    try context.save()
  } catch let error as CocoaError where error.code == .managedObjectMerge {
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    for conflict in conflicts ?? [] {
      context.refresh(conflict.sourceObject, mergeChanges: true)
    }
    try context.save()
  }
}

/// A room that the user renames while a new topic for it comes from the server.
private final class RenamedRoom {
  let view: NSManagedObjectContext
  let room: Room
  private let runtime: Runtime
  private let chat: ChatStack
  private let sync: NSManagedObjectContext

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite)
    let harbour = try chat.addRoom("Harbour")
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    // Whatever the server says goes through.
    sync.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    room = try view.existingObject(with: harbour) as! Room
  }

  func receiveTopic() {
    let harbour = room.objectID
    sync.perform { [self] in
      do {
        let room = try sync.existingObject(with: harbour) as? Room
        room?.topic = "Ferries"
        try sync.save()
      } catch { runtime.note("sync", "cannot save: \(error)") }
    }
  }

  func write(_ text: String) {
    let message = Message(context: view)
    message.text = text
  }

  func judged() throws -> String {
    if try chat.storedTexts() != ["Hello"] { return "lost" }
    return try chat.storedRoomNames() == ["Harbour café"] ? "both" : "dropped"
  }
}
