import Foundation
import Testing

@testable import CoreData

/// A class that overrides both initialisers, in the spelling that the compiler offers.
private final class Overriding: NSManagedObject {
  private(set) var steps: [String] = []

  required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    steps.append("made of \(entity.name ?? "")")
  }

  required convenience init(context: NSManagedObjectContext) {
    self.init(entity: context.entity(of: Self.self), insertInto: context)
    steps.append("made in \(context.name ?? "")")
  }
}

/// A class that hands the parameters on, and keeps them.
private final class Keeping: NSManagedObject {
  let given: (entity: NSEntityDescription, context: NSManagedObjectContext?)

  required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    given = (entity, context)
    super.init(entity: given.entity, insertInto: given.context)
  }
}

/// A class that passes on an entity of another model.
private final class Foreign: NSManagedObject {
  nonisolated(unsafe) static var other: NSEntityDescription?

  required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: Self.other ?? entity, insertInto: context)
  }
}

/// Overriding `init(entity:insertInto:)` and `init(context:)` just works.
struct OverriddenInitialiserTests {
  private func references(to object: AnyObject) -> UInt { _getRetainCount(object) }

  private func stack(_ type: NSManagedObject.Type) throws -> ChatStack {
    try ChatStack(.sqlite, onDisk: true, model: { $0["Room"]?.objectClass = type })
  }

  @Test func `both overridden initialisers run, for new objects and for faults`() throws {
    let stack = try stack(Overriding.self)
    let context = stack.context("first")
    try context.performAndWait {
      let room = Overriding(context: context)
      #expect(room.steps == ["made of Room", "made in first"])
      let other = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      #expect((other as? Overriding)?.steps == ["made of Room"])
      try context.save()
    }
    let second = stack.context("second")
    try second.performAndWait {
      let found = try second.fetch(NSFetchRequest<Overriding>(entityName: "Room"))
      #expect(found.map(\.steps) == [["made of Room"], ["made of Room"]])
    }
  }

  @Test(arguments: [Overriding.self, Keeping.self] as [NSManagedObject.Type])
  func `neither context nor entity is let go too often`(type: NSManagedObject.Type) throws {
    let stack = try stack(type)
    weak var weakContext: NSManagedObjectContext?
    let entity = try #require(stack.model.entitiesByName["Room"])
    try {
      let context = stack.context("writer")
      weakContext = context
      try context.performAndWait {
        for number in 0..<1_000 {
          let room = type.init(context: context)
          room.setValue("room \(number)", forKey: "name")
          _ = type.init(entity: entity, insertInto: nil)
        }
        try context.save()
        context.reset()
        let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
        #expect(found.count == 1_000)
        #expect(found.allSatisfy { $0.entity === entity && $0.managedObjectContext === context })
        #expect(Set(found.compactMap { $0.value(forKey: "name") as? String }).count == 1_000)
      }
      #expect(entity.propertiesByName.count == 4)
    }()
    #expect(weakContext == nil)
  }

  @Test func `a fault whose initialiser passes on another entity lets neither go too often`() throws
  {
    let stack = try stack(Foreign.self)
    let context = stack.context("writer")
    try context.performAndWait {
      _ = Foreign(context: context)
      try context.save()
    }
    let other = NSEntityDescription()
    other.name = "Other"
    Foreign.other = other
    defer { Foreign.other = nil }
    let entity = try #require(stack.model.entitiesByName["Room"])
    func read() throws {
      let reader = stack.context("reader")
      try reader.performAndWait {
        let found = try reader.fetch(NSFetchRequest<Foreign>(entityName: "Room"))
        #expect(found.count == 1)
      }
    }
    // What the first one leaves behind for those that follow is not counted.
    try read()
    let before = (references(to: entity), references(to: other))
    for _ in 0..<10 { try read() }
    #expect(references(to: entity) == before.0)
    #expect(references(to: other) == before.1)
  }
}
