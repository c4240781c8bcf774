import Foundation
import Testing

@testable import CoreData

/// A class as it was generated from the first version of a model.
final class Crate: NSManagedObject {
  var count: Int32 {
    get { attribute(Keys.count) }
    set { setAttribute(Keys.count, to: newValue) }
  }
  var label: String? {
    get { attribute(Keys.label) }
    set { setAttribute(Keys.label, to: newValue) }
  }
  var price: Double {
    get { attribute(Keys.price) }
    set { setAttribute(Keys.price, to: newValue) }
  }
  var inner: Set<Crate> {
    get { related(many: Keys.inner) }
    set { setRelated(many: Keys.inner, to: newValue) }
  }
  var outer: Crate? {
    get { related(Keys.outer) }
    set { setRelated(Keys.outer, to: newValue) }
  }

  private enum Keys {
    static let version: StaticString = "'Crates 1' (11aa22bb)"
    static let count = PropertyKey("count", version: version)
    static let label = PropertyKey("label", version: version)
    static let price = PropertyKey("price", version: version)
    static let inner = PropertyKey("inner", version: version)
    static let outer = PropertyKey("outer", version: version)
  }
}

/// Classes generated from one version of a model, opened with another.
struct ClassVersionTests {
  enum Change: CaseIterable, Sendable {
    case none, added, removed, reordered, typeChanged, relationshipAdded
  }

  private static func context(_ change: Change) throws -> NSManagedObjectContext {
    let entity = NSEntityDescription()
    entity.name = "Crate"
    entity.managedObjectClassName = "CoreDataTests.Crate"
    let (inner, outer) = (NSRelationshipDescription(), NSRelationshipDescription())
    (inner.name, outer.name, outer.maxCount) = ("inner", "outer", 1)
    (inner.destinationEntity, outer.destinationEntity) = (entity, entity)
    (inner.inverseRelationship, outer.inverseRelationship) = (outer, inner)
    var attributes = [
      ChatModel.attribute("count", .integer32AttributeType), ChatModel.string("label"),
      ChatModel.attribute("price", .doubleAttributeType),
    ]
    switch change {
    case .none, .relationshipAdded: break
    case .added:
      // Before the others in the order of the names, and of the type of one of them.
      attributes.append(ChatModel.attribute("aside", .integer32AttributeType, default: 9))
      attributes.append(ChatModel.attribute("lot", .doubleAttributeType, default: 2.5))
    case .removed: attributes.removeFirst()
    case .reordered: attributes.reverse()
    case .typeChanged:
      attributes[0] = ChatModel.attribute("count", .stringAttributeType, default: "many")
    }
    entity.properties = attributes + [inner, outer]
    if change == .relationshipAdded {
      let (first, back) = (NSRelationshipDescription(), NSRelationshipDescription())
      (first.name, back.name, back.maxCount) = ("content", "box", 1)
      (first.destinationEntity, back.destinationEntity) = (entity, entity)
      (first.inverseRelationship, back.inverseRelationship) = (back, first)
      entity.properties += [first, back]
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test(arguments: Change.allCases)
  func `what both versions have is read and written`(change: Change) throws {
    let context = try Self.context(change)
    try context.performAndWait {
      let (crate, other) = (Crate(context: context), Crate(context: context))
      (crate.label, crate.price) = ("apples", 7.25)
      crate.inner = [other]
      #expect(crate.value(forKey: "label") as? String == "apples")
      #expect(crate.value(forKey: "price") as? Double == 7.25)
      #expect(crate.label == "apples" && crate.price == 7.25 && other.outer === crate)
      if change == .added {
        #expect(crate.value(forKey: "aside") as? Int == 9)
        #expect(crate.value(forKey: "lot") as? Double == 2.5)
      }
      if change == .relationshipAdded {
        #expect((crate.value(forKey: "content") as? Set<NSManagedObject>)?.isEmpty == true)
        #expect(other.value(forKey: "box") == nil)
      }
      if change == .typeChanged { #expect(crate.value(forKey: "count") as? String == "many") }
      if change != .removed, change != .typeChanged {
        crate.count = 40
        #expect(crate.value(forKey: "count") as? Int == 40 && crate.count == 40)
      }
      try context.save()
      context.reset()
      let found = try context.fetch(NSFetchRequest<Crate>(entityName: "Crate"))
      #expect(found.first { $0.label == "apples" }?.inner.count == 1)
    }
  }

  @Test func `two versions are open at the same time`() throws {
    for change in [Change.added, .none, .reordered, .relationshipAdded, .added] {
      let context = try Self.context(change)
      context.performAndWait {
        let crate = Crate(context: context)
        (crate.label, crate.price, crate.count) = ("pears", 1.5, 3)
        #expect(crate.label == "pears" && crate.price == 1.5 && crate.count == 3)
      }
    }
  }

  @Test func `a property that was removed stops the program, with both versions`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try ClassVersionTests.context(.removed)
      context.performAndWait { _ = Crate(context: context).count }
    }
    Self.expect(
      result, ["Crate", "count", "'Crates 1' (11aa22bb)", "in version (", "has no such property"])
  }

  @Test func `a type that was changed stops the program, reading and writing`() async {
    let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try ClassVersionTests.context(.typeChanged)
      context.performAndWait { _ = Crate(context: context).count }
    }
    Self.expect(reading, ["Crate", "count", "for Int32", "'Crates 1'", "has String there"])
    let writing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try ClassVersionTests.context(.typeChanged)
      context.performAndWait { Crate(context: context).count = 1 }
    }
    Self.expect(writing, ["Crate", "count", "for Int32", "has String there"])
  }

  private static func expect(_ result: ExitTest.Result?, _ words: [String]) {
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for word in words { #expect(said.contains(word), "\(said)") }
  }
}
