import Foundation
import Testing

@testable import CoreData

/// Group C: the companion tools of the checker.
struct SQLLogTests {
  @Test(arguments: RuntimeKind.both, [0, 1, 3])
  func `C13: at every level but 0 each statement is printed on a line`(
    kind: RuntimeKind, level: Int
  ) throws {
    try kind.run {
      let lines = Journal()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
      coordinator.behaviour.sqlDebugLevel = level
      let keep: @Sendable (String) -> Void = { lines.add($0) }
      let store = try SQLLog.Sink.$current.withValue(SQLLog.Sink(take: keep)) {
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
      }
      let journal = try #require(store.backend as? SQLiteStore).journal
      #expect(lines.lines.count == (level == 0 ? 0 : journal.count))
      let before = lines.lines.count
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      _ = try context.performAndWait {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
      }
      let printed = lines.lines.dropFirst(before)
      #expect(printed.count == (level == 0 ? 0 : 1))
      #expect(printed.allSatisfy { $0.hasPrefix("CoreData: sql: SELECT") })
    }
  }

  @Test func `C13: the launch argument has Apple's name`() {
    let none = LaunchArguments(["tool"])
    #expect(none.sqlDebugLevel == 0 && !none.stopsAtViolations)
    let sql = LaunchArguments(["tool", "-com.apple.CoreData.SQLDebug", "3"])
    #expect(sql.sqlDebugLevel == 3 && !sql.stopsAtViolations)
    let broken = LaunchArguments(["tool", "-com.apple.CoreData.SQLDebug"])
    #expect(broken.sqlDebugLevel == 0)
  }

  @Test(arguments: RuntimeKind.both)
  func `every row that is written has a statement of its own in the log`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let context = stack.context("writer")
      try context.performAndWait {
        let rooms = (1...3).map { _ in Room(context: context) }
        func written(_ verb: String) throws -> Int {
          let statements = try stack.statements.during { try context.save() }
          return statements.filter { $0.hasPrefix(verb) && $0.contains("ZROOM") }.count
        }
        let insertions = try written("INSERT")
        #expect(insertions == 3)
        for room in rooms { room["name"] = "new" }
        let updates = try written("UPDATE")
        #expect(updates == 3)
        for room in rooms { context.delete(room) }
        let deletions = try written("DELETE")
        #expect(deletions == 3)
      }
    }
  }
}
