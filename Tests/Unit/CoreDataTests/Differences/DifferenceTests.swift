import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Where this module differs from Apple's on purpose, and no other test shows it.
struct DifferenceTests {
  @Test(arguments: RuntimeKind.both, [true, false])
  func `what referred to an object that gave way refers to the stored row`(
    kind: RuntimeKind, objectWins: Bool
  ) throws {
    try kind.run {
      let stack = try ChatStack(
        .sqlite, model: { $0["Member"]?.uniquenessConstraints = [["name"]] })
      let ada = try stack.add("Member", ["name": "Ada"])
      let context = stack.context(
        "importer",
        policy: objectWins ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump)
      let message = try context.performAndWait {
        let again = context.insert("Member", ["name": "Ada"])
        again.mutableSetValue(forKey: "rooms").add(context.insert("Room", ["name": "lobby"]))
        let message = context.insert("Message", ["text": "hello", "author": again])
        try context.save()
        return message.objectID
      }
      let reader = stack.context("reader")
      try reader.performAndWait {
        let author = try reader.existingObject(with: message).value(forKey: "author")
        let member = try #require(author as? Member)
        #expect(member.objectID == ada)
        #expect((member.value(forKey: "rooms") as? Set<Room>)?.isEmpty == true)
      }
    }
  }

  @Test(arguments: WebStack.types)
  func `a path across an unsaved change is followed in the store, from objects that did not change`(
    type: NSPersistentStore.StoreType
  ) throws {
    let stack = try ChatStack(type)
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "saved"])
      let message = context.insert("Message", ["text": "hello", "room": room])
      try context.save()
      func found(_ name: String) throws -> Int {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "room.name == %@", name)
        return try context.count(for: request)
      }
      room["name"] = "edited"
      #expect(try [found("saved"), found("edited")] == [1, 0])
      message["text"] = "hi"
      #expect(try [found("saved"), found("edited")] == [0, 1])
    }
  }

  /// How many rooms of that name a fetch finds, saved and then unsaved.
  private static func found(_ format: String, name: String) throws -> [Int] {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: format)
    let stack = try ChatStack(.sqlite)
    let context = stack.context("looking")
    return try context.performAndWait {
      context.insert("Room", ["name": name])
      let unsaved = try context.fetch(request).count
      try context.save()
      context.reset()
      return [unsaved, try context.fetch(request).count]
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `texts are equal by their scalars, saved and unsaved`(kind: RuntimeKind) throws {
    try kind.run {
      let composed = "caf\u{e9}"
      let same = try Self.found("name == 'caf\u{e9}'", name: composed)
      let decomposed = try Self.found("name == 'cafe\u{301}'", name: composed)
      let folded = try Self.found("name ==[d] 'cafe\u{301}'", name: composed)
      #expect(same == [1, 1] && decomposed == [0, 0] && folded == [1, 1])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `localized orders follow one fixed locale`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      for name in ["z", "\u{e4}", "a"] { _ = try stack.savedRoom(name) }
      let context = stack.context("sorting")
      let names = try context.performAndWait {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.sortDescriptors = [
          NSSortDescriptor(key: "name", ascending: true, selector: "localizedCompare:")
        ]
        return try context.fetch(request).compactMap { $0["name"] }
      }
      // In Swedish the umlaut would come last.
      #expect(names == ["a", "\u{e4}", "z"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `set operations work in memory, a store refuses them`(kind: RuntimeKind) throws {
    try kind.run {
      let predicate = NSPredicate(format: "name IN ({'a'} UNION {'b'})")
      #expect(predicate.evaluate(with: ["name": "b"] as NSDictionary))
      let context = try ChatStack(.sqlite).context("asking")
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = predicate
      context.performAndWait {
        let error = #expect(throws: CocoaError.self) { try context.fetch(request) }
        #expect(error?.code == .coreData)
      }
    }
  }
}
