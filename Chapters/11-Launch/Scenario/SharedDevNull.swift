import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// Q4: tests that share a store see each other's rows, also where the store is in memory.
  static let sharedDevNull = Scenario(
    "launch/shared-dev-null", title: "The test next door",
    question: "Two tests run side by side, on stores in memory. Can one fail because of the other?",
    outcomes: [
      .allowed("green", "Both tests pass, as they should: the app is right."),
      .forbidden("red", "A test finds the room of its neighbour and fails. The app is right."),
    ],
    variants: [
      .bug(
        "one container for all tests",
        idea: "Each test takes its room away at its end, and others look before that.",
        expecting: .failing(14, of: 16), lookAt: ["ChatContainer"]
      ) { runtime in
        let tests = Tests()
        let container = try ChatContainer(loading: "/dev/null")

        runtime.thread("one test") { try tests.run(in: container) }
        runtime.thread("other test") { try tests.run(in: container) }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      .fix(
        "a container for each test",
        idea: "A store at /dev/null belongs to one coordinator, and no other test sees it.",
        expecting: .passing(1), lookAt: ["ChatContainer"]
      ) { runtime in
        let tests = Tests()

        runtime.thread("one test") {
          try tests.run(in: ChatContainer(loading: "/dev/null"))
        }
        runtime.thread("other test") {
          try tests.run(in: ChatContainer(loading: "/dev/null"))
        }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      .fix(
        "one test after the other", named: "serial",
        idea: "The second test begins when the first has taken its room away.",
        expecting: .passing(2), lookAt: ["turn.withLock"]
      ) { runtime in
        let tests = Tests()
        let container = try ChatContainer(loading: "/dev/null")
        let turn = runtime.lock("turn")

        runtime.thread("one test") { try turn.withLock { try tests.run(in: container) } }
        runtime.thread("other test") { try turn.withLock { try tests.run(in: container) } }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      Variant(
        "emptied", "emptied before each test",
        idea: "The one empties the store, and the other adds its room behind that.",
        expecting: .failing(42, of: 58), lookAt: ["removeRooms"]
      ) { runtime in
        let tests = Tests()
        let container = try ChatContainer(loading: "/dev/null")

        for name in ["one test", "other test"] {
          runtime.thread(name) {
            try container.removeRooms()
            try tests.run(in: container)
          }
        }
        runtime.atEnd { runtime.outcome(tests.ending) }
      },
      Variant(
        "named", "a named store for each test, by one name",
        idea: "What has a name at /dev/null is shared by all coordinators of the process.",
        expecting: .failing(1, of: 1), lookAt: ["/dev/null/"]
      ) { runtime in
        let tests = Tests()
        let name = "/dev/null/\(UUID())/tests"
        let first = try ChatContainer(loading: name)
        try first.addRoom()

        try tests.run(in: ChatContainer(loading: name))
        runtime.atEnd { withExtendedLifetime(first) { runtime.outcome(tests.ending) } }
      },
    ])
}

/// What came of the tests.
private final class Tests: @unchecked Sendable {
  // @unchecked Sendable because it is only ever set, and read when all threads have ended.
  private var hasFailed = false

  /// Adds a room, finds that there is one, and takes it away.
  func run(in container: NSPersistentContainer) throws {
    try container.addRoom()
    let context = container.newBackgroundContext()
    let rooms = try context.performAndWait {
      try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
    }
    if rooms != 1 { hasFailed = true }
    try container.removeRooms()
  }

  var ending: String { hasFailed ? "red" : "green" }
}

extension ChatContainer {
  fileprivate convenience init(loading place: String) throws {
    self.init(for: URL(filePath: place))
    try load()
  }
}

extension NSPersistentContainer {
  fileprivate func addRoom() throws {
    let context = newBackgroundContext()
    try context.performAndWait {
      Room(context: context).name = "Harbour"
      try context.save()
    }
  }

  fileprivate func removeRooms() throws {
    let context = newBackgroundContext()
    try context.performAndWait {
      let rooms = NSFetchRequest<any NSFetchRequestResult>(entityName: "Room")
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: rooms))
    }
  }
}
