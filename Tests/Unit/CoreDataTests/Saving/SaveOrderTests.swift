import Foundation
import Testing

@testable import CoreData

/// What a save does to the store, in which order and how often.
struct SaveOrderTests {
  @Test(arguments: RuntimeKind.both)
  func `D9: IDs are assigned before the rows are written`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let context = stack.context("writer")
      try context.performAndWait {
        context.insert("Room", ["name": "lobby"])
        let statements = try stack.statements.during { try context.save() }
        let assigned = statements.firstIndex { $0.hasPrefix("UPDATE Z_PRIMARYKEY") }
        let written = statements.firstIndex { $0.hasPrefix("INSERT INTO ZROOM") }
        #expect(try #require(assigned) < #require(written))
      }
    }
  }

  /// How many transactions it takes to change so many objects.
  private static func transactions(_ objects: Int, savingEach: Bool) throws -> Int {
    let stack = try ChatStack(.sqlite)
    let context = stack.context("importer")
    return try context.performAndWait {
      // The keys of new rows are reserved in a transaction of their own; obtaining them first
      // leaves the saves alone.
      let rooms = (0..<objects).map { context.insert("Room", ["name": "\($0)"]) }
      try context.obtainPermanentIDs(for: rooms)
      try context.save()
      let statements = try stack.statements.during {
        for room in rooms {
          room["topic"] = "new"
          if savingEach { try context.save() }
        }
        try context.save()
      }
      return statements.filter { $0.hasPrefix("BEGIN") }.count
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `P10: a save is one transaction, however many objects it writes`(kind: RuntimeKind) throws {
    try kind.run {
      let one = try Self.transactions(1, savingEach: false)
      let fifty = try Self.transactions(50, savingEach: false)
      let oneByOne = try Self.transactions(50, savingEach: true)
      #expect(one == 1 && fifty == 1 && oneByOne == 50)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `N4: a batch skips validation, the next ordinary save of the object does not`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(
        .sqlite, model: { $0["Room"]?.propertiesByName["topic"]?.isOptional = false })
      let id = try stack.add("Room", ["name": "lobby", "topic": "swift"])
      let context = stack.context("editor")
      try context.performAndWait {
        let batch = NSBatchUpdateRequest(entityName: "Room")
        batch.propertiesToUpdate = ["topic": NSExpression(forConstantValue: nil)]
        _ = try context.execute(batch)
        let room = try context.existingObject(with: id)
        context.refresh(room, mergeChanges: false)
        context.stalenessInterval = 0
        #expect(room["topic"] == nil, "the invalid row is in the store")
        room["name"] = "hall"
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .validationMissingMandatoryProperty)
      }
    }
  }
}
