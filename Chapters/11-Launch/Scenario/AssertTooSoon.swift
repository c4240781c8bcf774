import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// X38: a merge is a block on the queue of the one that merges, and a test is in its way.
  static let assertTooSoon = Scenario(
    "launch/assert-too-soon", title: "The test that asserts too soon",
    question: "A test saves in the background and asserts what main shows. When is that true?",
    outcomes: [
      .allowed("green", "The test passes, as it should: the app is right."),
      .forbidden("red", "The test fails, and the app is right."),
      .forbidden("says-nothing", "The test ends without having looked."),
    ],
    variants: [
      .bug(
        "asserted behind the save",
        idea: "The save is on disk, and the merge waits until main has finished the test.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait", "room.name"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let (sync, room) = (chat.sync, chat.room)

        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        runtime.outcome(room.name == "Pier" ? "green" : "red")
      },
      .fix(
        "asserted when it is merged",
        idea: "The context says when it has merged, and the test looks then.",
        expecting: .passing(1), lookAt: ["whenMerged"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let (sync, room) = (chat.sync, chat.room)

        chat.whenMerged {
          runtime.outcome(room.name == "Pier" ? "green" : "red")
        }
        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        runtime.atEnd { chat.requireALook() }
      },
      .fix(
        "merged by the test", named: "merge",
        idea: "The test does not leave it to others when main hears of the save.",
        expecting: .passing(1), lookAt: ["mergeChanges"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let (sync, room) = (chat.sync, chat.room)

        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        let changes = [NSUpdatedObjectsKey: [room.objectID]]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [chat.view])
        runtime.outcome(room.name == "Pier" ? "green" : "red")
      },
      .fix(
        "asserted in the store", named: "store",
        idea: "What a save has to do is to write; a new context sees whether it did.",
        expecting: .passing(1), lookAt: ["stored"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let sync = chat.sync

        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        let names = try chat.stack.storedRoomNames()
        runtime.outcome(names == ["Pier"] ? "green" : "red")
      },
      Variant(
        "sleeps", "asserted a second later",
        idea: "Main sleeps for a second, and so does everything that waits for main.",
        expecting: .failing(1, of: 1), lookAt: ["sleep"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let (sync, room) = (chat.sync, chat.room)

        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        runtime.sleep(for: .seconds(1))
        runtime.outcome(room.name == "Pier" ? "green" : "red")
      },
      Variant(
        "turn", "asserted in a block of main",
        idea: "The block may be in front of the merge, or behind it.",
        expecting: .failing(1, of: 2), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let (sync, room) = (chat.sync, chat.room)

        sync.perform { attempt { try sync.renameRoom(to: "Pier") } }
        chat.view.perform {
          runtime.outcome(room.name == "Pier" ? "green" : "red")
        }
      },
      Variant(
        "fetches", "fetched, then asserted",
        idea: "A fetch finds the room, and leaves the object that it finds as it was.",
        expecting: .failing(1, of: 1), lookAt: ["fetch"]
      ) { runtime in
        let chat = try MergingChat(runtime)
        let sync = chat.sync

        try sync.performAndWait { try sync.renameRoom(to: "Pier") }
        let found = try chat.view.fetch(NSFetchRequest<Room>(entityName: "Room"))
        runtime.outcome(found.map(\.name) == ["Pier"] ? "green" : "red")
      },
    ])
}

/// A view context that merges automatically and shows a room.
private final class MergingChat: @unchecked Sendable {
  // @unchecked Sendable because each context is used on its own queue.
  let stack: ChatStack
  let sync: NSManagedObjectContext
  let room: Room
  private let runtime: Runtime
  private var hasLooked = false

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    stack = try ChatStack()
    let id = try stack.addRoom("Harbour")
    sync = stack.backgroundContext("sync")
    stack.viewContext.automaticallyMergesChangesFromParent = true
    room = try stack.viewContext.existingObject(with: id) as! Room
    // Blocks may come when the test has returned, and the contexts have to be there then.
    runtime.atEnd { withExtendedLifetime(self) {} }
  }

  var view: NSManagedObjectContext { stack.viewContext }

  /// Calls a test's block when main has merged; on main, as merging is.
  func whenMerged(_ look: @escaping () -> Void) {
    let ear = Ear { [self] in
      hasLooked = true
      look()
    }
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: view, queue: nil
    ) { _ in ear.heard() }
    runtime.atEnd { NotificationCenter.default.removeObserver(token) }
  }

  func requireALook() { if !hasLooked { runtime.outcome("says-nothing") } }

  private struct Ear: @unchecked Sendable {
    // @unchecked Sendable because this context's merges are on main.
    let heard: () -> Void
  }
}

extension NSManagedObjectContext {
  /// What the app's sync does.
  fileprivate func renameRoom(to name: String) throws {
    let room = try fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
    room.name = name
    try save()
  }
}
