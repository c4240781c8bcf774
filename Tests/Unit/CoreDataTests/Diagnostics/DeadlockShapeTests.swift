import Interleaving
import Testing

@testable import CoreData

/// Every known shape hangs in some order, and is called by its name.
struct DeadlockShapeTests {
  /// What the explorations find out, said by the programs from inside.
  final class Stage {
    let stack: ChatStack
    var graph = WaitGraph()

    init() throws { stack = try ChatStack() }

    func context(_ name: String) -> NSManagedObjectContext {
      let context = stack.context(name)
      graph.add(context)
      return context
    }

    func child(of parent: NSManagedObjectContext, _ name: String) -> NSManagedObjectContext {
      let context = stack.child(of: parent, name)
      graph.add(context)
      return context
    }

    var main: NSManagedObjectContext {
      let context = NSManagedObjectContext(.mainQueue)
      context.persistentStoreCoordinator = stack.coordinator
      return context
    }
  }

  /// The shapes of all deadlocks that exploring the program finds, and whether some order works.
  func shapes(
    of program: @escaping (Stage, Runtime) throws -> Void
  ) throws -> (found: Set<DeadlockShape?>, someOrderWorks: Bool) {
    var graph = WaitGraph()
    let exploration = try explore("shape") { runtime in
      let stage = try Stage()
      try program(stage, runtime)
      graph = stage.graph
      runtime.atEnd { runtime.outcome("done") }
    }
    // A program that hangs on its first thread never gets to say what its queues are.
    let known = graph
    let found = exploration.failures.compactMap(\.deadlock).map { known.shape(of: $0) }
    return (Set(found), exploration.schedules > exploration.failingSchedules)
  }

  func fetch(_ context: NSManagedObjectContext) throws {
    _ = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
  }

  @Test func `B15: DL1, a parent's block waits for a child that needs the parent`() throws {
    let (found, works) = try shapes { stage, runtime in
      let parent = stage.context("parent")
      let child = stage.child(of: parent, "child")
      runtime.thread("worker") {
        try parent.performAndWait { try child.performAndWait { try self.fetch(child) } }
      }
    }
    #expect(found == [.parentWaitsForChild])
    #expect(!works)
  }

  @Test func `B21: DL7, the coordinator's block waits for a context that needs it`() throws {
    let (found, works) = try shapes { stage, runtime in
      let context = stage.context("editor")
      let coordinator = stage.stack.coordinator
      runtime.thread("maintenance") { coordinator.performAndWait { context.performAndWait {} } }
      runtime.thread("fetching") { try context.performAndWait { try self.fetch(context) } }
    }
    #expect(found == [.coordinatorBlockWaitsForContext])
    #expect(works)
  }

  @Test func `B22: four shapes that are no deadlocks`() throws {
    let nested = try shapes { stage, runtime in
      let context = stage.context("editor")
      runtime.thread("worker") {
        context.performAndWait { context.performAndWait { context.performAndWait {} } }
      }
    }
    let upwards = try shapes { stage, runtime in
      let parent = stage.context("parent")
      let child = stage.child(of: parent, "child")
      runtime.thread("child") { child.performAndWait { parent.performAndWait {} } }
      runtime.thread("parent") { parent.performAndWait {} }
    }
    let siblings = try shapes { stage, runtime in
      let (one, other) = (stage.context("one"), stage.context("other"))
      runtime.thread("one") { try one.performAndWait { try self.fetch(one) } }
      runtime.thread("other") { try other.performAndWait { try self.fetch(other) } }
    }
    let hop = try shapes { stage, runtime in
      let main = stage.main
      let background = stage.context("background")
      runtime.thread("worker") { background.performAndWait { main.performAndWait {} } }
      runtime.main.async { background.perform {} }
    }
    for result in [nested, upwards, siblings, hop] {
      #expect(result.found == [])
      #expect(result.someOrderWorks)
    }
  }

  @Test func `every shape says what happened and how to get out`() {
    for shape in DeadlockShape.allCases {
      #expect(shape.explanation.hasSuffix("."))
      #expect(shape.wayOut.hasSuffix("."))
    }
    #expect(DeadlockShape.allCases.map(\.rawValue) == (1...7).map { "DL\($0)" })
  }
}

extension DeadlockShapeTests {
  /// What is widely observed, not promised.
  struct Observed {
    private let outer = DeadlockShapeTests()

    @Test func `B16: DL2, main waits for a child whose earlier block saves into main`() throws {
      let (found, _) = try outer.shapes { stage, runtime in
        let child = stage.child(of: stage.main, "child")
        runtime.main.async {
          child.perform {
            _ = Room(context: child)
            try? child.save()
          }
          child.performAndWait {}
        }
      }
      #expect(found == [.mainWaitsForItsChild])
    }

    @Test func `B17: DL3, main waits for work that needs main`() throws {
      let (found, works) = try outer.shapes { stage, runtime in
        let main = stage.main
        let background = stage.context("background")
        runtime.thread("worker") { background.performAndWait { main.performAndWait {} } }
        runtime.main.async { background.performAndWait {} }
      }
      #expect(found == [.mainWaitsForWorkThatNeedsMain])
      #expect(works)
    }

    @Test func `B18: DL4, two contexts wait for each other`() throws {
      let (found, works) = try outer.shapes { stage, runtime in
        let (one, other) = (stage.context("one"), stage.context("other"))
        runtime.thread("there") { one.performAndWait { other.performAndWait {} } }
        runtime.thread("back") { other.performAndWait { one.performAndWait {} } }
      }
      #expect(found == [.contextsWaitForEachOther])
      #expect(works)
    }

    @Test func `B19: DL5, a lock around a context and inside it`() throws {
      let (found, works) = try outer.shapes { stage, runtime in
        let context = stage.context("editor")
        let lock = runtime.lock("cache")
        stage.graph.add("cache", as: .lock)
        runtime.thread("outside") { lock.withLock { context.performAndWait {} } }
        runtime.thread("inside") { context.performAndWait { lock.withLock {} } }
      }
      #expect(found == [.lockAroundContext])
      #expect(works)
    }

    @Test func `B20: DL6, executors on performAndWait hang, on perform they do not`() throws {
      let (found, works) = try outer.shapes { stage, runtime in
        let (one, other) = (stage.context("actor one"), stage.context("actor two"))
        stage.graph.add("actor one", as: .executor)
        stage.graph.add("actor two", as: .executor)
        runtime.thread("there") { one.performAndWait { other.performAndWait {} } }
        runtime.thread("back") { other.performAndWait { one.performAndWait {} } }
      }
      #expect(found == [.executorsWaitForEachOther])
      #expect(works)
      let enqueued = try outer.shapes { stage, runtime in
        let (one, other) = (stage.context("actor one"), stage.context("actor two"))
        runtime.thread("there") { one.perform { other.perform {} } }
        runtime.thread("back") { other.perform { one.perform {} } }
      }
      #expect(enqueued.found == [])
    }
  }
}
