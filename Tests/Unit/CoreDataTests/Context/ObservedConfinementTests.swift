import Foundation
import Testing

@testable import CoreData

extension Observed {
  struct Confinement {
    @Test(arguments: RuntimeKind.both)
    func `C4: an object's ID and context may be asked for anywhere`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let id = try stack.savedRoom("lobby")
        let context = stack.context("owner")
        let room = context.performAndWait { context.object(with: id) }
        #expect(room.objectID == id)
        #expect(room.managedObjectContext === context)
        #expect(context.persistentStoreCoordinator === stack.coordinator)
        #expect(context.concurrencyType == .privateQueueConcurrencyType)
        #expect(context.confinementViolations.isEmpty)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `C5: userInfo is watched too`(kind: RuntimeKind) throws {
      try kind.run {
        let context = try ChatStack().context("owner")
        context.userInfo["key"] = "value"
        #expect(context.confinementViolations.count == 1)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `C6: the members of a relationship are bound to the queue`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let id = try stack.savedRoom("lobby", messages: ["one"])
        let context = stack.context("owner")
        let members = context.performAndWait {
          context.object(with: id).mutableSetValue(forKey: "messages")
        }
        _ = members.count
        #expect(context.confinementViolations.count == 1)
      }
    }

    @Test func `C7: in trap mode a violation stops the process`() async {
      await #expect(processExitsWith: .failure) {
        let context = try ChatStack().context("owner")
        context.confinementChecking = .trap
        _ = context.hasChanges
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `C8: a stale read is none of the checker's business`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let id = try stack.savedRoom("V1")
        let context = stack.context("owner")
        let room = context.performAndWait { context.object(with: id) }
        #expect(context.performAndWait { room.value(forKey: "name") as? String } == "V1")
        let writer = stack.context("writer")
        try writer.performAndWait {
          writer.object(with: id).setValue("V2", forKey: "name")
          try writer.save()
        }
        #expect(context.performAndWait { room.value(forKey: "name") as? String } == "V1")
        #expect(context.confinementViolations.isEmpty)
      }
    }
  }
}
