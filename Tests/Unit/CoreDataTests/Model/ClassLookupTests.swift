import Foundation
import Testing

@testable import CoreData

/// Found by its name alone, because no other module has a class of this name.
final class Lantern: NSManagedObject {}

/// A name in Objective-C, as a copy of Xcode's class has it.
enum OldLantern: ManagedObjectClassName {
  static var managedObjectClass: NSManagedObject.Type { Lantern.self }
}

private final class HiddenLantern: NSManagedObject {}

/// The class of an entity's objects, by the name that the model gives it.
struct ClassLookupTests {
  static func context(
    _ className: String?, _ missing: CoreDataBehaviour.MissingClasses = .refuse
  ) throws -> NSManagedObjectContext {
    let entity = NSEntityDescription()
    entity.name = "Lantern"
    entity.managedObjectClassName = className
    entity.properties = [ChatModel.string("name")]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    coordinator.behaviour.missingClasses = missing
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func madeClass(_ context: NSManagedObjectContext) throws -> NSManagedObject.Type {
    try context.performAndWait {
      let made = NSEntityDescription.insertNewObject(forEntityName: "Lantern", into: context)
      made.setValue("red", forKey: "name")
      try context.save()
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Lantern")
      let found = try #require(try context.fetch(request).first)
      #expect(type(of: found) == type(of: made))
      return type(of: found)
    }
  }

  @Test(arguments: ["Lantern", ".Lantern", "CoreDataTests.Lantern", "OldLantern", ".OldLantern"])
  func `a class is found with and without its module`(name: String) throws {
    #expect(try madeClass(Self.context(name)) == Lantern.self)
  }

  @Test(arguments: ["", "NSManagedObject", nil])
  func `an entity without a class of its own has plain objects`(name: String?) throws {
    #expect(try madeClass(Self.context(name)) == NSManagedObject.self)
  }

  @Test func `a class that cannot be found by name is registered`() throws {
    NSManagedObjectModel.registerClass(HiddenLantern.self, as: "SecretLantern")
    #expect(try madeClass(Self.context("SecretLantern")) == HiddenLantern.self)
    #expect(try madeClass(Self.context(".SecretLantern")) == HiddenLantern.self)
  }

  @Test func `init(context:) and entity() find the entity of a class without its module`() throws {
    let context = try Self.context(".Lantern")
    context.performAndWait {
      #expect(Lantern(context: context).entity.name == "Lantern")
    }
  }

  @Test func `a missing class is no mistake until the first object is made`() throws {
    let context = try Self.context("Torch")
    let count = try context.performAndWait {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Lantern"))
    }
    #expect(count == 0)
    let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
    #expect(AccessorGenerator(model: model).files.map(\.name) == ["Torch.swift", "_Torch.swift"])
  }

  @Test(arguments: [false, true])
  func `the first object of a missing class stops the program`(isPlain: Bool) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [isPlain] in
      let context = try ClassLookupTests.context("Elsewhere.Torch")
      context.performAndWait {
        let model = context.persistentStoreCoordinator!.managedObjectModel
        if isPlain {
          _ = NSManagedObject(entity: model.entitiesByName["Lantern"]!, insertInto: context)
        } else {
          _ = NSEntityDescription.insertNewObject(forEntityName: "Lantern", into: context)
        }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for word in ["Lantern", "Elsewhere.Torch", "registerClass(_:as:)", ".plainObjects"] {
      #expect(said.contains(word), "\(said)")
    }
  }

  @Test func `with the switch, objects of a missing class are plain`() throws {
    #expect(try madeClass(Self.context("Torch", .plainObjects)) == NSManagedObject.self)
  }

  @Test func `a plain initialiser does not make objects without their class's hooks`() async {
    await #expect(processExitsWith: .failure) {
      let context = try ClassLookupTests.context("Lantern")
      context.performAndWait {
        let model = context.persistentStoreCoordinator!.managedObjectModel
        _ = NSManagedObject(entity: model.entitiesByName["Lantern"]!, insertInto: context)
      }
    }
  }
}
