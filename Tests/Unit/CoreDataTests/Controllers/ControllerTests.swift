import CoreData
import Foundation
import Interleaving
import Testing

struct ControllerTests {
  @Test(arguments: RuntimeKind.both)
  func `FR1: it needs a sort descriptor, and its sections must agree with it`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try ControllerStage(["a one", "b two", "a three"])
      try stage.inside {
        let unsorted = NSFetchedResultsController(
          fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Room"),
          managedObjectContext: stage.context, sectionNameKeyPath: nil, cacheName: nil)
        let none = #expect(throws: CocoaError.self) { try unsorted.performFetch() }
        #expect(none?.localizedDescription.contains("no sort descriptors") == true)
        #expect(unsorted.fetchedObjects == nil)
        let request = ControllerStage.request()
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let torn = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: "topic",
          cacheName: nil)
        // one, three, two: a, a, b are in order; by name alone "two" is last.
        try torn.performFetch()
        #expect(torn.picture() == "a: one three | b: two")
        stage.context.insert("Room", ["topic": "a", "name": "zebra"])
        let twice = #expect(throws: CocoaError.self) { try torn.performFetch() }
        #expect(twice?.localizedDescription.contains("belongs to 'a' again") == true)
        let sorted = stage.controller()
        try sorted.performFetch()
        #expect(sorted.picture() == "a: one three zebra | b: two")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR2: it follows only for a delegate that hears of changes`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a one"])
      try stage.inside {
        let controller = stage.controller()
        try controller.performFetch()
        func add(_ name: String) {
          stage.context.insert("Room", ["topic": "a", "name": name])
          stage.context.processPendingChanges()
        }
        add("two")
        #expect(controller.picture() == "a: one")
        let idle = IdleDelegate()
        controller.delegate = idle
        add("three")
        #expect(controller.picture() == "a: one")
        let table = TableDelegate()
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        add("zebra")
        #expect(controller.picture() == "a: one three two zebra")
        #expect(table.picture == controller.picture())
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR3: it hears its own context, and others' saves when they are merged`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try ControllerStage(["a one"])
      let (controller, table) = (stage.controller(), TableDelegate())
      let one = try stage.inside {
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        // Unsaved edits count.
        let one = try stage.room("one")
        one["name"] = "uno"
        stage.context.processPendingChanges()
        #expect(table.picture == "a: uno")
        try stage.context.save()
        return one.objectID
      }
      let other = stage.stack.context("other")
      let log = NotificationLog(of: other)
      try other.change(one, ["name": "eins"])
      try other.performAndWait {
        other.insert("Room", ["topic": "b", "name": "neu"])
        try other.save()
      }
      stage.inside { #expect(table.picture == "a: uno") }
      for save in log.notes(.NSManagedObjectContextDidSave) {
        stage.inside { stage.context.mergeChanges(fromContextDidSave: save) }
      }
      stage.inside {
        #expect(table.picture == "a: eins | b: neu")
        #expect(controller.picture() == table.picture)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR4: snapshots before differences before the four calls`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a one", "a two"])
      try stage.inside {
        let (snapshots, differences) = (SnapshotDelegate(), DifferenceDelegate())
        let (one, two) = (stage.controller(), stage.controller(sections: nil))
        let sectioned = stage.controller()
        let calls = DifferenceDelegate()
        (one.delegate, two.delegate, sectioned.delegate) = (snapshots, differences, calls)
        for controller in [one, two, sectioned] { try controller.performFetch() }
        #expect(snapshots.snapshots.map(\.numberOfItems) == [2])
        let room = try stage.room("one")
        room["name"] = "zwei"
        let new = stage.context.insert("Room", ["topic": "b", "name": "neu"])
        stage.context.processPendingChanges()
        let snapshot = try #require(snapshots.snapshots.last)
        #expect(snapshots.snapshots.count == 2 && snapshots.others.isEmpty)
        #expect(snapshot.sectionIdentifiers == ["a", "b"])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [new.objectID])
        #expect(snapshot.itemIdentifiers(inSection: "a").last == room.objectID)
        #expect(snapshot.reloadedItemIdentifiers == [room.objectID])
        // Without sections: the old order and the difference give the new order.
        #expect(differences.others.isEmpty)
        let difference = try #require(differences.differences.first)
        let old = [room.objectID, try stage.room("two").objectID]
        #expect(old.applying(difference) == two.fetchedObjects?.map(\.objectID))
        // With sections there are no differences.
        #expect(calls.differences.isEmpty && calls.others == ["did change"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR5, FR6: the four calls, their order and their places`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a ant", "a bee", "b cat", "b dog", "c eel", "c fox"])
      try stage.inside {
        let (controller, table) = (stage.controller("name != 'hidden'"), TableDelegate())
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        let rooms = try stage.rooms()
        stage.context.delete(rooms[0])
        rooms[1]["name"] = "bug"
        rooms[2]["name"] = "hidden"
        rooms[3]["topic"] = "a"
        rooms[4]["name"] = "gnu"
        stage.context.insert("Room", ["topic": "d", "name": "hen"])
        stage.context.processPendingChanges()
        #expect(
          table.words == [
            "will change 6", "delete section b 1", "insert section d 2", "delete ant 0-0 nil",
            "delete hidden 1-0 nil", "insert hen nil 2-0", "move dog 1-1 0-1", "move gnu 2-0 1-1",
            "update bug 0-1 0-0", "did change 5",
          ])
        #expect(controller.picture() == "a: bug dog | c: fox gnu | d: hen")
        #expect(table.picture == controller.picture())
        // What matches again comes back.
        table.forget()
        let hidden = try #require(
          stage.context.registeredObjects.first { $0["name"] == "hidden" })
        hidden["name"] = "cow"
        stage.context.processPendingChanges()
        #expect(
          table.words == [
            "will change 5", "insert section b 1", "insert cow nil 1-0", "did change 6",
          ])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR8: a reset is not followed`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a one", "a two"])
      try stage.inside {
        let (controller, table) = (stage.controller(), TableDelegate())
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        stage.context.reset()
        #expect(table.words.isEmpty)
        #expect(controller.fetchedObjects?.count == 2)
        // What comes now cannot be sorted in among objects without a context.
        stage.context.insert("Room", ["topic": "a", "name": "three"])
        stage.context.processPendingChanges()
        #expect(table.words.isEmpty)
        #expect(controller.fetchedObjects?.count == 2)
        stage.context.rollback()
        try controller.performFetch()
        #expect(controller.picture() == "a: one two")
        // And it follows again.
        try stage.room("two")["name"] = "drei"
        stage.context.processPendingChanges()
        #expect(controller.picture() == "a: drei one")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR10: sections are remembered as long as the store and the request are as they were`(
    kind: RuntimeKind
  ) throws {
    let name = "FR10 of \(kind) ü/.."
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
    defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
    try kind.run {
      let rooms = (0..<60).map { "\($0 < 30 ? "a" : "b") room\($0)" }
      let stage = try ControllerStage(rooms, onDisk: true)
      /// How many objects a fetch in batches has to read, in a context that knows none yet.
      func objectsRead(_ format: String? = nil) throws -> Int {
        let context = stage.stack.context("fresh")
        return try context.performAndWait {
          let request = ControllerStage.request(format)
          request.fetchBatchSize = 10
          let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "topic",
            cacheName: name)
          try controller.performFetch()
          let read = context.registeredObjects.count { !$0.isFault }
          #expect(controller.sections?.map(\.name) == ["a", "b"])
          return read
        }
      }
      #expect(try objectsRead() == 60)
      #expect(try objectsRead() == 0)
      // Another context saves: the sections are read again, and remembered again.
      try stage.stack.add("Room", ["topic": "b", "name": "new"])
      #expect(try objectsRead() == 61)
      #expect(try objectsRead() == 0)
      // Another request under the same name.
      let mismatch = #expect(throws: CocoaError.self) { try objectsRead("name != 'room1'") }
      #expect(mismatch?.localizedDescription.contains("another request") == true)
      NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
      #expect(try objectsRead("name != 'room1'") == 60)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR13: off its queue, each of its messages is a violation`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a one"])
      let controller = stage.controller()
      try stage.inside { try controller.performFetch() }
      let messages: [() -> Void] = [
        { _ = controller.fetchedObjects }, { _ = controller.sections },
        { _ = controller.object(at: IndexPath(item: 0, section: 0)) },
        { _ = controller.sectionIndexTitles }, { try? controller.performFetch() },
      ]
      for (number, message) in messages.enumerated() {
        let before = stage.context.confinementViolations.count
        message()
        #expect(stage.context.confinementViolations.count > before, "message \(number)")
      }
      let violation = try #require(stage.context.confinementViolations.first)
      #expect(violation.description.contains("fetchedObjects of its NSFetchedResultsController"))
    }
  }

  @Test func `a request for something else than objects is refused`() throws {
    let stage = try ControllerStage(["a one"])
    stage.inside {
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Room")
      request.resultType = .managedObjectIDResultType
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: nil,
        cacheName: nil)
      let refused = #expect(throws: CocoaError.self) { try controller.performFetch() }
      #expect(refused?.localizedDescription.contains("something else than objects") == true)
    }
  }

  @Test func `titles of sections, and the way back from them`() throws {
    let stage = try ControllerStage(["apple one", "avocado two", "banana three"])
    try stage.inside {
      let controller = stage.controller()
      try controller.performFetch()
      #expect(controller.sectionIndexTitles == ["A", "B"])
      #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 2)
      let room = try stage.room("three")
      let path = try #require(controller.indexPath(forObject: room))
      #expect((path.section, path.row) == (2, 0))
      #expect(controller.object(at: path) === room)
    }
  }

  @Test func `a delegate can tell its controllers apart`() throws {
    final class Telling: NSObject, NSFetchedResultsControllerDelegate {
      var rooms: NSFetchedResultsController<NSManagedObject>?
      var heard: [Bool] = []
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { heard += [controller === rooms, controller == rooms, controller !== rooms] }
    }
    let stage = try ControllerStage(["a one"])
    try stage.inside {
      let (mine, other, telling) = (stage.controller(), stage.controller(), Telling())
      telling.rooms = mine
      (mine.delegate, other.delegate) = (telling, telling)
      for controller in [mine, other] { try controller.performFetch() }
      try stage.room("one")["name"] = "uno"
      stage.context.processPendingChanges()
      #expect(telling.heard == [true, true, false, false, false, true])
    }
  }

  @Test func `a change by the delegate itself is told afterwards`() throws {
    final class Renaming: NSObject, NSFetchedResultsControllerDelegate {
      var pictures: [String] = []
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) {
        pictures.append(controller.picture())
        let objects = controller.fetchedObjects as? [NSManagedObject] ?? []
        guard let raw = objects.first(where: { $0["name"]?.hasPrefix("raw") == true }) else {
          return
        }
        raw["name"] = "cooked"
        controller.managedObjectContext.processPendingChanges()
        pictures.append("told")
      }
    }
    let stage = try ControllerStage(["a one"])
    try stage.inside {
      let (controller, renaming) = (stage.controller(), Renaming())
      controller.delegate = renaming
      try controller.performFetch()
      stage.context.insert("Room", ["topic": "a", "name": "raw"])
      stage.context.processPendingChanges()
      #expect(renaming.pictures == ["a: one raw", "told", "a: cooked one"])
    }
  }
}

/// What is widely observed of controllers.
struct ObservedControllerTests {
  @Test(arguments: RuntimeKind.both)
  func `FR7, FR12: one telling for an event; a refresh and a touch are updates`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try ControllerStage(["a one", "a two"])
      try stage.inside {
        let (controller, table) = (stage.controller(), TableDelegate())
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        let (one, two) = (try stage.room("one"), try stage.room("two"))
        one["name"] = "uno"
        one["name"] = "one"
        two["name"] = two["name"]
        stage.context.processPendingChanges()
        #expect(one.changedValues().isEmpty && two.changedValues().isEmpty)
        #expect(
          table.words == [
            "will change 2", "update one 0-0 0-0", "update two 0-1 0-1", "did change 2",
          ])
        table.forget()
        try stage.context.save()
        table.forget()
        stage.context.refresh(one, mergeChanges: true)
        stage.context.processPendingChanges()
        #expect(table.words == ["will change 2", "update one 0-0 0-0", "did change 2"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR9: fetching again tells no delegate`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a one"])
      try stage.inside {
        let (controller, table) = (stage.controller(), TableDelegate())
        controller.delegate = table
        try controller.performFetch()
        stage.context.insert("Room", ["topic": "a", "name": "two"])
        try controller.performFetch()
        #expect(table.words.isEmpty)
        #expect(controller.picture() == "a: one two")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `FR11: a move never has two equal places`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ControllerStage(["a ant", "a bee", "a cat"])
      try stage.inside {
        let (controller, table) = (stage.controller(), TableDelegate())
        controller.delegate = table
        try controller.performFetch()
        table.show(controller)
        // ant goes, and bee changes places with cat: it is at 1 before and after.
        let rooms = try stage.rooms()
        stage.context.delete(rooms[0])
        rooms[1]["name"] = "dog"
        stage.context.processPendingChanges()
        #expect(
          table.words == [
            "will change 3", "delete ant 0-0 nil", "delete dog 0-1 nil", "insert dog nil 0-1",
            "did change 2",
          ])
        #expect(table.picture == "a: cat dog")
      }
    }
  }

  @Test(arguments: [true, false])
  func `FR14: over a child it loads everything`(isClassic: Bool) throws {
    try RuntimeKind.inBoth {
      let stack = try ChatStack { $0.childFetches = isClassic ? .classic : .asRoot }
      for number in 10..<60 { try stack.add("Room", ["topic": "a", "name": "room\(number)"]) }
      let child = stack.child(of: stack.context("parent"), "child")
      try child.performAndWait {
        let request = ControllerStage.request()
        request.fetchBatchSize = 10
        let controller = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: child, sectionNameKeyPath: nil,
          cacheName: nil)
        try controller.performFetch()
        let loaded = child.registeredObjects.count { !$0.isFault }
        #expect(child.registeredObjects.count == 50)
        #expect(isClassic ? true : loaded <= 10)
      }
    }
  }
}
