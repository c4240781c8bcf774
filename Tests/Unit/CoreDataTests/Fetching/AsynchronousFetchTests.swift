import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group T: fetches that do not keep their caller.
struct AsynchronousFetchTests {
  @Test(arguments: RuntimeKind.both)
  func `T1: an asynchronous fetch returns at once and calls back on its context's queue`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      for name in ["lobby", "attic", "cellar"] { _ = try stack.savedRoom(name) }
      let context = stack.context("asking")
      let outcome = try stack.fetchAsynchronously(in: context) { request in
        request.predicate = NSPredicate(format: "name != 'attic'")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
      }
      #expect(outcome.wasThereAtReturn == false)
      #expect(outcome.names == ["lobby", "cellar"])
      #expect(outcome.calls == 1)
      #expect(context.confinementViolations.isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `T1: it finds what is pending when the answer arrives, and trims to its limit`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      for name in ["b", "d", "f", "h"] { _ = try stack.savedRoom(name) }
      let context = stack.context("asking")
      context.performAndWait { _ = context.insert("Room", ["name": "a"]) }
      // Sits in the context's queue before the answer: the limit that was asked for is too small.
      let outcome = try stack.fetchAsynchronously(
        in: context,
        meanwhile: {
          for room in try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
          where room["name"] != "h" {
            context.delete(room)
          }
          _ = context.insert("Room", ["name": "c"])
        }
      ) {
        $0.fetchLimit = 2
        $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      }
      #expect(outcome.names == ["c", "h"])
    }
  }

  @Test(arguments: [
    NSFetchRequestResultType.managedObjectIDResultType, .countResultType, .dictionaryResultType,
  ])
  func `T1: results come in every form`(form: NSFetchRequestResultType) throws {
    try RuntimeKind.inBoth {
      let stack = try ChatStack(.sqlite)
      for name in ["lobby", "attic"] { _ = try stack.savedRoom(name) }
      let context = stack.context("asking")
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Room")
      request.resultType = form
      request.propertiesToFetch = form == .dictionaryResultType ? ["name"] : nil
      let done = Runtime.current.semaphore("done", value: 0)
      var found: [Any] = []
      _ = try context.performAndWait {
        try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: request) {
            found = $0.finalResult ?? []
            done.signal()
          })
      }
      done.wait()
      if form == .countResultType {
        #expect(found as? [Int] == [2])
      } else {
        #expect(found.count == 2)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `T1: children fetch what their parent has, with the parent's queue free to answer`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      _ = try stack.savedRoom("lobby")
      let parent = stack.context("parent")
      parent.performAndWait { _ = parent.insert("Room", ["name": "unsaved"]) }
      let child = stack.child(of: parent, "child")
      let outcome = try stack.fetchAsynchronously(in: child) {
        $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      }
      #expect(outcome.names == ["lobby", "unsaved"])
    }
  }

  @Test func `T1: main is free while the store works`() throws {
    func stall(_ fetch: @escaping (ChatStack, NSManagedObjectContext) throws -> Void) throws
      -> Duration
    {
      var stall = Duration.zero
      let report = runOnce("stall") { runtime in
        let stack = try ChatStack(.sqlite) { $0.storeCosts.read = .milliseconds(300) }
        _ = try stack.savedRoom("lobby")
        let view = stack.viewContext()
        view.perform { try? fetch(stack, view) }
        runtime.atEnd { stall = runtime.longestMainStall }
      }
      #expect(report.failures.isEmpty)
      return stall
    }
    let request = NSFetchRequest<Room>(entityName: "Room")
    #expect(try stall { _, view in _ = try view.fetch(request) } >= .milliseconds(300))
    let asynchronous = try stall { _, view in
      try view.execute(NSAsynchronousFetchRequest(fetchRequest: request))
    }
    #expect(asynchronous < .milliseconds(300))
  }

  @Test func `T1: in every order it finds what was saved before its trip to the store`() throws {
    let exploration = try explore("trip") { runtime in
      let stack = try ChatStack(.sqlite)
      let reader = stack.context("reader")
      let writer = stack.context("writer")
      runtime.atEnd { withExtendedLifetime(reader) {} }
      _ = try reader.performAndWait {
        try reader.execute(
          NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room")) {
            if let error = $0.operationError { runtime.fail("\(error)") }
            runtime.outcome("\($0.finalResult?.count ?? -1) found")
          })
      }
      try writer.performAndWait {
        _ = writer.insert("Room", ["name": "lobby"])
        try writer.save()
      }
    }
    #expect(exploration.failingSchedules == 0, "\(exploration)")
    #expect(exploration.outcomes.map(\.name).sorted() == ["0 found", "1 found"])
  }

  @Test(arguments: RuntimeKind.both)
  func `T2: a context without a queue cannot fetch asynchronously`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = NSManagedObjectContext(
        concurrencyType: NSManagedObjectContextConcurrencyType(rawValue: 0)
          ?? .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = stack.coordinator
      #expect(throws: CocoaError.self) {
        try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room")))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `T2: executing it off the queue is a violation`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("asking")
      context.confinementChecking = .record
      let done = Runtime.current.semaphore("done", value: 0)
      try context.execute(
        NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room")) { _ in
          done.signal()
        })
      done.wait()
      #expect(context.confinementViolations.count == 1)
      #expect("\(context.confinementViolations)".contains("execute(_:)"))
    }
  }
}
