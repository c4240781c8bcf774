import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group C: the queue rule and the checker that watches it.
struct ConfinementTests {
  /// A context with a realised room, and what the checker says of `touch` on another thread.
  private static func violations(
    of touch: @escaping (NSManagedObjectContext, NSManagedObject) -> Void
  ) throws -> [ConfinementViolation] {
    let stack = try ChatStack()
    let id = try stack.savedRoom("lobby")
    let context = stack.context("owner")
    let room = context.performAndWait { context.object(with: id) }
    context.performAndWait { room.willAccessValue(forKey: nil) }
    touch(context, room)
    return context.confinementViolations
  }

  @Test(arguments: RuntimeKind.both)
  func `C1: a read off the queue is a violation, and the report names everything`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let found = try Self.violations { _, room in _ = room.value(forKey: "name") }
      #expect(found.count == 1)
      let report = try #require(found.first?.description)
      #expect(report.contains("name of Room p1"))
      #expect(report.contains("owner"))
      #expect(report.contains("ChatStack.swift"), "where the context was made")
      #expect(report.contains("perform { }"), "the way out")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C1: the report tells in whose block the offender is`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let owner = stack.context("owner")
      let room = owner.performAndWait { owner.object(with: id) }
      let stranger = stack.context("stranger")
      stranger.performAndWait { _ = room.value(forKey: "name") }
      let report = owner.confinementViolations.first?.description ?? ""
      #expect(report.contains("in the block of stranger at ConfinementTests.swift"))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C1: on the queue nothing is reported, also in nested blocks`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("owner")
      let other = stack.context("other")
      context.performAndWait {
        let room = context.object(with: id)
        room.setValue("hall", forKey: "name")
        other.performAndWait { _ = room.value(forKey: "name") }
        _ = context.hasChanges
      }
      #expect(context.confinementViolations.isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C1: the report tells where the offending thread was started`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("owner")
      let line = #line + 1
      Runtime.current.thread("formatter") { _ = context.hasChanges }.join()
      let report = try #require(context.confinementViolations.first?.description)
      #expect(report.contains("begins at ConfinementTests.swift:\(line)"))
    }
  }

  @Test func `C1: the report tells where the block of an offending main thread begins`() throws {
    var lines: [Int] = []
    var offenders: [String] = []
    lines.append(#line + 1)
    let report = runOnce("C1") { runtime in
      let context = try ChatStack().context("owner")
      _ = context.hasChanges
      lines.append(#line + 1)
      runtime.main.async { _ = context.name == nil || context.hasChanges }
      runtime.atEnd { offenders = context.confinementViolations.map(\.offender) }
    }
    #expect(report.outcome == "violation")
    #expect(
      offenders
        == lines.map { "the main thread, which runs what begins at ConfinementTests.swift:\($0)" })
  }

  @Test func `B10: a main queue context may be used directly on the main thread only`() throws {
    let report = runOnce("B10") { runtime in
      let main = NSManagedObjectContext(.mainQueue)
      main.persistentStoreCoordinator = try ChatStack().coordinator
      _ = Room(context: main)
      #expect(main.hasChanges)
      #expect(main.confinementViolations.isEmpty)
      let line = #line + 1
      runtime.thread("worker") { _ = main.hasChanges }.join()
      #expect(main.confinementViolations.count == 1)
      #expect(
        main.confinementViolations.first?.offender
          == "thread worker, which runs what begins at ConfinementTests.swift:\(line)")
    }
    #expect(report.failures.isEmpty)
  }

  @Test(arguments: RuntimeKind.both)
  func `C3: holding an object elsewhere is no violation`(kind: RuntimeKind) throws {
    try kind.run {
      let found = try Self.violations { _, room in
        let kept = [room]
        #expect(kept.count == 1)
      }
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C10: the checker is on by default and can be switched off`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("owner")
      #expect(context.confinementChecking != .off)
      context.confinementChecking = .off
      _ = context.hasChanges
      #expect(context.confinementViolations.isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C11: a notification arrives before save returns`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("owner")
      try context.performAndWait {
        let heard = Listener(.NSManagedObjectContextDidSave, context)
        _ = Room(context: context)
        try context.save()
        #expect(heard.notifications.count == 1)
      }
    }
  }
}
