import Foundation
import Testing

@testable import CoreData

/// What Core Data answers with an exception ends the process here.
struct ContextMisuseTests {
  @Test func `A2: a confinement context cannot be a parent`() async {
    await #expect(processExitsWith: .failure) {
      let type = NSManagedObjectContextConcurrencyType(rawValue: 0)!
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(concurrencyType: type)
    }
  }

  @Test func `F11: an object of a context that was reset cannot be used`() async {
    await #expect(processExitsWith: .failure) {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("reset")
      let room = context.performAndWait { context.object(with: id) }
      context.performAndWait { context.reset() }
      _ = room.value(forKey: "name")
    }
  }

  @Test func `a key that the entity lacks stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let context = try ChatStack().context("typo")
      context.performAndWait { Room(context: context).setValue("lobby", forKey: "nmae") }
    }
  }

  @Test func `a value of the wrong type stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let context = try ChatStack().context("number")
      context.performAndWait { Room(context: context).setValue(7, forKey: "name") }
    }
  }

  @Test func `H5: a fault without a row stops the program if it may not be deleted`() async {
    await #expect(processExitsWith: .failure) {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let other = stack.context("other")
      let context = stack.context("holder")
      try context.performAndWait {
        context.shouldDeleteInaccessibleFaults = false
        let fault = context.object(with: id)
        try other.performAndWait {
          other.delete(other.object(with: id))
          try other.save()
        }
        _ = fault.value(forKey: "name")
      }
    }
  }
}

extension ContextMisuseTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test func `A1: a context with a coordinator cannot be given a parent`() async {
      await #expect(processExitsWith: .failure) {
        let stack = try ChatStack()
        stack.context("one").parent = stack.context("other")
      }
    }

    @Test func `A1: a context's coordinator cannot be replaced`() async {
      await #expect(processExitsWith: .failure) {
        let context = try ChatStack().context("one")
        context.persistentStoreCoordinator = try ChatStack().coordinator
      }
    }

    @Test func `A3: a confinement context has no perform`() async {
      await #expect(processExitsWith: .failure) {
        let type = NSManagedObjectContextConcurrencyType(rawValue: 0)!
        NSManagedObjectContext(concurrencyType: type).perform {}
      }
    }
  }
}
