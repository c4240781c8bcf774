import Foundation
import Testing

@testable import CoreData

struct ValidationTests {
  /// A stack whose rooms need a name of 2 to 5 letters, and whose messages have a position of
  /// 0 to 9 and a date after 2000.
  static func strictStack() throws -> ChatStack {
    try ChatStack(model: { entities in
      let name = entities["Room"]!.attributesByName["name"]!
      name.isOptional = false
      name.setValidationPredicates(
        [
          NSPredicate(format: "length >= 2"), NSPredicate(format: "length <= 5"),
          NSPredicate(format: "SELF MATCHES %@", "[A-Za-z]+"),
        ], withValidationWarnings: [1670, 1660, 1680])
      let position = entities["Message"]!.attributesByName["position"]!
      position.setValidationPredicates(
        [NSPredicate(format: "SELF >= 0"), NSPredicate(format: "SELF <= 9")],
        withValidationWarnings: ["Count from zero.", "Ten are enough."])
      let members = entities["Room"]!.relationshipsByName["members"]!
      members.minCount = 1
      members.maxCount = 2
      entities["Member"]!.relationshipsByName["messages"]!.deleteRule = .denyDeleteRule
    })
  }

  /// The error of saving an object with these values.
  static func error(_ entity: String, _ values: [String: Any], members: Int = 0) throws -> NSError?
  {
    let context = try strictStack().context("editor")
    return context.performAndWait {
      let object = context.insert(entity, values)
      if members > 0 {
        object.setValue(
          Set((1...members).map { context.insert("Member", ["name": "\($0)"]) }), forKey: "members")
      }
      return failure { try context.save() }
    }
  }

  static let cases: [(String, [String: any Sendable], Int, Int?)] = [
    ("Room", ["name": "Swift"], 0, nil), ("Room", [:], 0, 1570), ("Room", ["name": "S"], 0, 1670),
    ("Room", ["name": "Swiftly"], 0, 1660), ("Room", ["name": "S 6"], 0, 1680),
    ("Message", ["position": -1], 0, 1550), ("Message", ["position": 10], 0, 1550),
    ("Message", ["position": 9], 0, nil), ("Room", ["name": "Swift"], 2, nil),
    ("Room", ["name": "Swift"], 3, 1590),
  ]

  @Test(arguments: RuntimeKind.both, cases.indices)
  func `N2: every condition has its code, its object and its key`(
    kind: RuntimeKind, index: Int
  ) throws {
    let (entity, values, members, code) = Self.cases[index]
    try kind.run {
      let error = try Self.error(entity, values, members: members)
      #expect(error?.code == code)
      if let error {
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.userInfo[NSValidationObjectErrorKey] is NSManagedObject)
        let key = entity == "Message" ? "position" : members > 0 ? "members" : "name"
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N2: too few members, once a relationship may not be empty`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: {
        $0["Room"]!.relationshipsByName["members"]!.isOptional = false
        $0["Room"]!.relationshipsByName["members"]!.minCount = 1
      })
      let context = stack.context("editor")
      context.performAndWait {
        context.insert("Room")
        #expect(failure { try context.save() }?.code == 1580)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N2: several failures are one error with all of them inside`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try Self.strictStack().context("editor")
      let error = try context.performAndWait {
        context.insert("Room")
        context.insert("Message", ["position": -1])
        return try #require(failure { try context.save() })
      }
      #expect(error.code == 1560)
      let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] ?? []
      #expect(details.map { ($0 as NSError).code } == [1570, 1550])
      #expect(error.localizedDescription.contains("has no name, and name is not optional"))
      #expect(
        (details[1] as NSError).localizedDescription == "Count from zero.")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N2: deny forbids the deletion while members stay`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.strictStack()
      let context = stack.context("editor")
      try context.performAndWait {
        let member = context.insert("Member", ["name": "Ada"])
        let message = context.insert("Message", ["text": "hello", "author": member])
        try context.save()
        context.delete(member)
        let error = failure { try context.save() }
        #expect(error?.code == 1600)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "messages")
        context.delete(message)
        try context.save()
      }
      #expect(try stack.rowCount("Member") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N3: values may be invalid until the save`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try Self.strictStack().context("editor")
      try context.performAndWait {
        let room = context.insert("Room")
        context.processPendingChanges()
        #expect(failure { try room.validateForInsert() }?.code == 1570)
        room["name"] = "Swift"
        try context.save()
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N5: a failed save writes nothing and leaves everything pending`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.strictStack()
      let context = stack.context("editor")
      context.performAndWait {
        context.insert("Member", ["name": "fine"])
        context.insert("Room")
        #expect(failure { try context.save() } != nil)
        #expect(context.insertedObjects.count == 2)
      }
      #expect(try stack.rowCount("Member") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N1: a child's save validates too, and leaves the parent alone`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.strictStack()
      let parent = stack.context("parent")
      let child = stack.child(of: parent, "child")
      child.performAndWait {
        child.insert("Room")
        #expect(failure { try child.save() }?.code == 1570)
      }
      parent.performAndWait { #expect(!parent.hasChanges) }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N1: a class checks more than the model does`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = Picky.self })
      let context = stack.context("editor")
      try context.performAndWait {
        let room = context.insert("Room", ["name": "forbidden"])
        #expect(failure { try context.save() }?.code == 4711)
        room["name"] = "fine"
        try context.save()
        room["name"] = "forbidden"
        #expect(failure { try context.save() }?.code == 4711)
      }
    }
  }
}

/// Refuses one name, whatever the model says.
final class Picky: NSManagedObject {
  override func validateValue(_ value: Any?, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
    if key == "name", value as? String == "forbidden" { throw NSError(domain: "Chat", code: 4711) }
  }
}
