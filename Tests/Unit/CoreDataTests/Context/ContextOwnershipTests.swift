import Foundation
import Testing

@testable import CoreData

/// Group A: who owns whom, and how a context begins.
struct ContextOwnershipTests {
  @Test(arguments: RuntimeKind.both)
  func `A4: a child keeps its parent alive`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      var parent: NSManagedObjectContext? = stack.context("parent")
      let child = stack.child(of: parent!, "child")
      weak let remembered = parent
      parent = nil
      #expect(remembered != nil)
      try child.performAndWait {
        Room(context: child).setValue("lobby", forKey: "name")
        try child.save()
        #expect(!child.hasChanges)
      }
      #expect(remembered?.performAndWait { remembered?.hasChanges } == true)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `A6: an object does not keep its context alive`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      var context: NSManagedObjectContext? = stack.context("short-lived")
      let room = context!.performAndWait { context!.object(with: id) }
      #expect(room.managedObjectContext === context)
      context = nil
      #expect(room.managedObjectContext == nil)
      #expect(room.isFault)
    }
  }

  @Test func `A6: firing a fault whose context is gone stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      var context: NSManagedObjectContext? = stack.context("short-lived")
      let room = context!.performAndWait { context!.object(with: id) }
      context = nil
      _ = room.value(forKey: "name")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `A7: clean objects without a reference are let go, dirty ones stay`(kind: RuntimeKind) throws
  {
    try kind.run {
      let stack = try ChatStack()
      _ = try stack.savedRoom("lobby", messages: ["one", "two"])
      let context = stack.context("reader")
      try context.performAndWait {
        let request = NSFetchRequest<Message>(entityName: "Message")
        var found = try context.fetch(request)
        found[0].setValue("edited", forKey: "text")
        let dirty = found[0]
        #expect(context.registeredObjects == Set(found))
        found = []
        #expect(context.registeredObjects == [dirty])
        context.retainsRegisteredObjects = true
        #expect(try context.fetch(request).count == 2)
        #expect(context.registeredObjects.count == 2)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `A8: refreshAllObjects breaks the cycle between two objects`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby", messages: ["hello"])
      let context = stack.context("reader")
      context.performAndWait {
        weak var room: NSManagedObject?
        do {
          let found = context.object(with: id)
          let messages = found.value(forKey: "messages") as? Set<Message>
          #expect(messages?.first?.value(forKey: "room") as? NSManagedObject === found)
          room = found
        }
        #expect(context.registeredObjects.count == 2, "the two hold each other")
        #expect(room != nil)
        context.refreshAllObjects()
        #expect(room == nil)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `A10: the defaults of a new context`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("new")
      context.performAndWait {
        #expect(context.stalenessInterval == -1)
        #expect(context.propagatesDeletesAtEndOfEvent)
        #expect(context.shouldDeleteInaccessibleFaults)
        #expect(!context.retainsRegisteredObjects)
        #expect(context.undoManager == nil)
        #expect(context.parent == nil)
        #expect(context.transactionAuthor == nil)
        #expect(context.registeredObjects.isEmpty)
        #expect(!context.hasChanges)
      }
    }
  }
}

extension ContextOwnershipTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test(arguments: RuntimeKind.both)
    func `A5: the coordinator of a child is that of its root`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let child = stack.child(of: stack.child(of: stack.context("root"), "middle"), "leaf")
        #expect(child.persistentStoreCoordinator === stack.coordinator)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `A15: a save without stores fails and says so`(kind: RuntimeKind) throws {
      try kind.run {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
          _ = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
          let error = #expect(throws: CocoaError.self) { try context.save() }
          #expect(error?.localizedDescription.contains("no persistent stores") == true)
          #expect(context.hasChanges)
        }
      }
    }
  }
}
