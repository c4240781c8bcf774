import Foundation
import Testing

@testable import CoreData

struct FetchedPropertyTests {
  static func stack(_ type: NSPersistentStore.StoreType = .inMemory) throws -> ChatStack {
    try ChatStack(
      type,
      model: { entities in
        let namesakes = NSFetchedPropertyDescription()
        namesakes.name = "namesakes"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Member")
        request.predicate = NSPredicate(format: "name == $FETCH_SOURCE.name")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        namesakes.fetchRequest = request
        entities["Room"]!.properties += [namesakes]
        let mine = NSFetchedPropertyDescription()
        mine.name = "mine"
        let own = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
        own.predicate = NSPredicate(format: "room == $FETCH_SOURCE")
        mine.fetchRequest = own
        entities["Room"]!.properties += [mine]
      })
  }

  @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
  func `a fetched property gives what its request finds for the object`(
    type: NSPersistentStore.StoreType
  ) throws {
    let stack = try Self.stack(type)
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "Ada"])
      context.insert("Message", ["text": "a", "room": room])
      context.insert("Message", ["text": "b"])
      let ada = context.insert("Member", ["name": "Ada"])
      context.insert("Member", ["name": "Bob"])
      #expect(room.value(forKey: "namesakes") as? [NSManagedObject] == [ada])
      try context.save()
      context.refresh(room, mergeChanges: true)
      #expect(room.value(forKey: "namesakes") as? [NSManagedObject] == [ada])
      let mine = room.value(forKey: "mine") as? [NSManagedObject]
      #expect(mine?.map { $0["text"] } == ["a"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `it is fetched once, and anew after a refresh`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.stack(.sqlite)
      _ = try stack.savedRoom("Ada")
      let context = stack.context("reader")
      try context.performAndWait {
        let room = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
        #expect((room.value(forKey: "namesakes") as? [NSManagedObject])?.isEmpty == true)
        context.insert("Member", ["name": "Ada"])
        #expect((room.value(forKey: "namesakes") as? [NSManagedObject])?.isEmpty == true)
        context.refresh(room, mergeChanges: true)
        #expect((room.value(forKey: "namesakes") as? [NSManagedObject])?.count == 1)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a child reads it like a root`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.stack()
      let id = try stack.savedRoom("Ada")
      try stack.add("Member", ["name": "Ada"])
      let child = stack.child(of: stack.context("parent"), "child")
      child.performAndWait {
        let room = child.object(with: id)
        #expect((room.value(forKey: "namesakes") as? [NSManagedObject])?.count == 1)
      }
    }
  }
}
