import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group B: what runs where, in what order, and what an event is.
struct ContextQueueTests {
  @Test(arguments: RuntimeKind.both)
  func `B1: blocks of one context run one at a time, in order`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let log = Journal()
      for number in 1...5 {
        context.perform {
          log.add("begin \(number)")
          log.add("end \(number)")
        }
      }
      context.performAndWait {}
      #expect(log.lines == (1...5).flatMap { ["begin \($0)", "end \($0)"] })
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B2: perform never runs inline, and performAndWait waits behind it`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let log = Journal()
      context.perform {
        context.perform { log.add("inner") }
        log.add("outer")
      }
      context.perform { log.add("second") }
      context.performAndWait { log.add("waiter") }
      context.performAndWait {}
      #expect(log.lines.firstIndex(of: "outer")! < log.lines.firstIndex(of: "inner")!)
      #expect(log.lines.firstIndex(of: "second")! < log.lines.firstIndex(of: "waiter")!)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B3: perform is one event and announces its changes once`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
      context.perform {
        for number in 1...10 { Room(context: context).setValue("\(number)", forKey: "name") }
      }
      context.performAndWait {}
      #expect(heard.notifications.count == 1)
      let inserted = heard.notifications.first?.userInfo?[NSInsertedObjectsKey]
      #expect((inserted as? Set<NSManagedObject>)?.count == 10)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B4: performAndWait runs inline inside its own block`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let depth = context.performAndWait {
        context.performAndWait { context.performAndWait { 3 } }
      }
      #expect(depth == 3)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B5: performAndWait is no event`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
      context.performAndWait { _ = Room(context: context) }
      #expect(heard.notifications.isEmpty)
      context.performAndWait { context.processPendingChanges() }
      #expect(heard.notifications.count == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B9: an error thrown in performAndWait comes out of it`(kind: RuntimeKind) throws {
    struct Refused: Error {}
    try kind.run {
      let context = try ChatStack().context("one")
      #expect(throws: Refused.self) { try context.performAndWait { throw Refused() } }
      #expect(context.performAndWait { context.hasChanges } == false)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `B8: between two blocks anybody may reset the context`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("shared")
      let room = context.performAndWait { context.object(with: id) }
      context.performAndWait { context.reset() }
      #expect(room.managedObjectContext == nil)
    }
  }

  @Test func `B11: await perform runs, returns and throws`() async throws {
    struct Refused: Error {}
    let stack = try ChatStack()
    _ = try stack.savedRoom("lobby")
    let context = stack.context("awaited")
    let count = try await context.perform {
      try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
    }
    #expect(count == 1)
    await #expect(throws: Refused.self) {
      try await context.perform(schedule: .enqueued) { throw Refused() }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G17: a request executes only inside a context's block`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      _ = try stack.savedRoom("lobby")
      let request = NSFetchRequest<Room>(entityName: "Room")
      #expect(throws: CocoaError.self) { try request.execute() }
      let context = stack.context("current")
      #expect(try context.performAndWait { try request.execute().count } == 1)
    }
  }
}

/// Group B: who waits for whom. Controlled, so that a hang is a result and not a hang.
struct WaitingTests {
  @Test func `B13, B15: a child that needs its parent inside the parent's own block hangs`() {
    let report = runOnce("DL1") { _ in
      let stack = try ChatStack()
      let parent = stack.context("parent")
      let child = stack.child(of: parent, "child")
      try parent.performAndWait {
        try child.performAndWait {
          _ = try child.fetch(NSFetchRequest<Room>(entityName: "Room"))
        }
      }
    }
    #expect(report.deadlock != nil)
  }

  @Test func `B14, B22: a child's block may use its parent, and siblings may wait`() throws {
    let exploration = try explore("not DL") { runtime in
      let stack = try ChatStack()
      let parent = stack.context("parent")
      let child = stack.child(of: parent, "child")
      let sibling = stack.context("sibling")
      runtime.thread("child") { child.performAndWait { parent.performAndWait {} } }
      runtime.thread("sibling") { sibling.performAndWait { sibling.performAndWait {} } }
    }
    #expect(exploration.deadlocks.isEmpty)
    #expect(exploration.failingSchedules == 0)
  }
}

extension WaitingTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test func `B16: main waits for a child that is saving into main`() throws {
      let exploration = try explore("DL2") { runtime in
        let stack = try ChatStack()
        let main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = stack.coordinator
        let child = stack.child(of: main, "child")
        child.perform {
          _ = Room(context: child)
          try? child.save()
        }
        child.performAndWait {}
      }
      #expect(!exploration.deadlocks.isEmpty)
    }

    @Test func `B18: two contexts that wait for each other hang in some orders only`() throws {
      let exploration = try explore("DL4") { runtime in
        let stack = try ChatStack()
        let one = stack.context("one")
        let other = stack.context("other")
        runtime.thread("there") { one.performAndWait { other.performAndWait {} } }
        runtime.thread("back") { other.performAndWait { one.performAndWait {} } }
      }
      #expect(!exploration.deadlocks.isEmpty)
      #expect(exploration.failingSchedules < exploration.schedules)
    }
  }
}
