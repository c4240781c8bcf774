import Foundation
import Testing

@testable import CoreData

extension Observed {
  struct NestedContexts {
    @Test(arguments: RuntimeKind.both)
    func `E3: a child's save is announced by child, parent and child`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        let log = Journal()
        let center = NotificationCenter.default
        let tokens: [any NSObjectProtocol] = [
          (Notification.Name.NSManagedObjectContextWillSave, child, "child will save"),
          (.NSManagedObjectContextObjectsDidChange, parent, "parent did change"),
          (.NSManagedObjectContextDidSave, child, "child did save"),
        ].map { name, context, line in
          center.addObserver(forName: name, object: context, queue: nil) { _ in log.add(line) }
        }
        try child.performAndWait {
          _ = Room(context: child)
          try child.save()
        }
        #expect(log.lines == ["child will save", "parent did change", "child did save"])
        for token in tokens { center.removeObserver(token) }
      }
    }

    @Test(arguments: RuntimeKind.both, [true, false])
    func `E3: the whole pipeline runs in the child; where the parent tells of it is a switch`(
      kind: RuntimeKind, parentFirst: Bool
    ) throws {
      try kind.run {
        let stack = try ChatStack(
          .inMemory, { $0.parentNotice = parentFirst ? .beforeDidSave : .afterDidSave },
          model: { $0["Room"]?.objectClass = Diarist.self })
        let parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        let log = NotificationLog(of: parent, child)
        try child.performAndWait {
          let room = try #require(child.insert("Room", ["name": "lobby"]) as? Diarist)
          room.log = log
          try child.save()
          let toldBeforeDidSave = parentFirst ? 3 : 2
          #expect(
            room.entries == [
              "willSave after 2", "validateForInsert after 2",
              "didSave after \(toldBeforeDidSave), temporary",
            ])
        }
        let parentTells = ["parent did change"]
        #expect(
          log.words == ["child did change", "child will save"] + (parentFirst ? parentTells : [])
            + ["child did save", "child did save IDs"] + (parentFirst ? [] : parentTells))
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `E4: an object inserted by a child awakes again in the parent`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack(model: { $0["Room"]?.objectClass = CountingRoom.self })
        let parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        let log = Journal()
        try CountingRoom.$journal.withValue(log) {
          try child.performAndWait {
            _ = CountingRoom(context: child)
            #expect(log.lines == ["awake in child"])
            try child.save()
          }
        }
        #expect(log.lines == ["awake in child", "awake in parent"])
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `E4: what the child saved wins over what awakening set in the parent`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stack = try ChatStack(model: { $0["Message"]?.objectClass = FiledMessage.self })
        let parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        try child.performAndWait {
          let message = FiledMessage(context: child)
          message["text"] = "mine"
          message["room"] = nil
          try child.save()
        }
        parent.performAndWait {
          let copies = parent.insertedObjects.filter { $0.entity.name == "Message" }
          #expect(copies.map { $0["text"] } == ["mine"])
          #expect(copies.map { $0["room"] == nil } == [true])
          for room in parent.insertedObjects where room.entity.name == "Room" {
            #expect((room.value(forKey: "messages") as? Set<NSManagedObject>)?.isEmpty == true)
          }
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `E19: a child whose save fails stays dirty, and its parent clean`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stack = try ChatStack(model: {
          $0["Room"]?.propertiesByName["name"]?.isOptional = false
        })
        let parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        child.performAndWait {
          _ = Room(context: child)
          let error = #expect(throws: CocoaError.self) { try child.save() }
          #expect(error?.code == .validationMissingMandatoryProperty)
          #expect(child.hasChanges)
        }
        #expect(!parent.performAndWait { parent.hasChanges })
      }
    }
  }
}

/// A room that writes down where it awoke.
final class CountingRoom: NSManagedObject {
  @TaskLocal static var journal: Journal?

  override func awakeFromInsert() {
    super.awakeFromInsert()
    Self.journal?.add("awake in \(managedObjectContext?.name ?? "?")")
  }
}

/// A message that files itself in a new room as soon as it is made.
private final class FiledMessage: NSManagedObject {
  override func awakeFromInsert() {
    super.awakeFromInsert()
    guard let context = managedObjectContext else { return }
    setValue("awake", forKey: "text")
    let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
    setValue(room, forKey: "room")
  }
}
