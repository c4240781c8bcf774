import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// V1: what is read one after the other may be of different times.
  static let movingFloor = Scenario(
    "live-lists/moving-floor", title: "Half old, half new",
    question: "Two rooms swap their topics in one save. Can a screen show one topic twice?",
    outcomes: [
      .allowed("before", "The screen shows both topics as they were."),
      .allowed("after", "The screen shows both topics as they are now."),
      .forbidden("half", "The screen shows one topic twice: one room is old, the other new."),
    ],
    variants: [
      .bug(
        "two faults, read one after the other",
        idea: "Each fault takes the values that the store has when it is read.",
        expecting: .failing(1, of: 3), lookAt: ["topic"]
      ) { runtime in
        let floor = try Floor(runtime)
        let rooms = try floor.rooms()
        floor.swapTopics()
        let topics = rooms.map(\.topic)
        runtime.outcome(floor.judged(topics))
      },
      .fix(
        "pinned to a generation",
        idea: "All that this context reads is of one state of the store.",
        expecting: .passing(3), lookAt: ["pin"]
      ) { runtime in
        let floor = try Floor(runtime)
        try floor.pin()
        let rooms = try floor.rooms()
        floor.swapTopics()
        let topics = rooms.map(\.topic)
        runtime.outcome(floor.judged(topics))
      },
      .fix(
        "fetched whole", named: "whole",
        idea: "One fetch fills both rooms, and nothing is left to be read later.",
        expecting: .passing(1), lookAt: ["returnsObjectsAsFaults"]
      ) { runtime in
        let floor = try Floor(runtime)
        let rooms = try floor.rooms { $0.returnsObjectsAsFaults = false }
        floor.swapTopics()
        let topics = rooms.map(\.topic)
        runtime.outcome(floor.judged(topics))
      },
      Variant(
        "merging", "with automatic merging",
        idea: "Main merges when it is done with what it does now: too late for the second room.",
        expecting: .failing(1, of: 3), lookAt: ["automatically"]
      ) { runtime in
        let floor = try Floor(runtime)
        floor.view.automaticallyMergesChangesFromParent = true
        let rooms = try floor.rooms()
        floor.swapTopics()
        let topics = rooms.map(\.topic)
        runtime.outcome(floor.judged(topics))
      },
      Variant(
        "waiting", "in one performAndWait",
        idea: "One block of main keeps others off main, and not off the store.",
        expecting: .failing(1, of: 3), lookAt: ["performAndWait"]
      ) { runtime in
        let floor = try Floor(runtime)
        let rooms = try floor.rooms()
        floor.swapTopics()
        let topics = floor.view.performAndWait { rooms.map(\.topic) }
        runtime.outcome(floor.judged(topics))
      },
    ])
}

/// Two rooms in a file, because only a file keeps an older state while it is written.
private final class Floor: @unchecked Sendable {
  // @unchecked Sendable because each context is used on its own queue.
  let view: NSManagedObjectContext
  private let sync: NSManagedObjectContext
  private let runtime: Runtime
  private let folder: RunFolder

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    folder = try RunFolder(in: runtime)
    let file = folder.file("chat.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
    try runtime.untraced {
      // Gone at the end of the run, so that it need not survive a loss of power.
      try coordinator.addPersistentStore(
        type: .sqlite, at: file,
        options: [NSSQLitePragmasOption: ["synchronous": "OFF"]])
    }
    view = NSManagedObjectContext(.mainQueue)
    view.persistentStoreCoordinator = coordinator
    view.name = "view"
    sync = NSManagedObjectContext(.privateQueue)
    sync.persistentStoreCoordinator = coordinator
    sync.name = "sync"
    try runtime.untraced {
      try sync.performAndWait {
        for (name, topic) in [("Harbour", "Ferries"), ("Market", "Fish")] {
          let room = Room(context: sync)
          room.name = name
          room.topic = topic
        }
        try sync.save()
        sync.reset()
      }
    }
  }

  /// The state of the store is fixed by the first look at it. That is part of the set-up, because
  /// its facts name the file, whose name is another one in each run.
  func pin() throws {
    try runtime.untraced {
      try view.setQueryGenerationFrom(.current)
      _ = try view.count(for: NSFetchRequest<Room>(entityName: "Room"))
    }
  }

  func rooms(_ prepare: (NSFetchRequest<Room>) -> Void = { _ in }) throws -> [Room] {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    prepare(request)
    return try view.fetch(request)
  }

  func swapTopics() {
    sync.perform { [sync] in
      attempt {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let rooms = try sync.fetch(request)
        (rooms[0].topic, rooms[1].topic) = (rooms[1].topic, rooms[0].topic)
        try sync.save()
      }
    }
  }

  func judged(_ topics: [String]) -> String {
    if topics == ["Ferries", "Fish"] { return "before" }
    return topics == ["Fish", "Ferries"] ? "after" : "half"
  }
}
