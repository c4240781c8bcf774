import Foundation
import Interleaving
import Testing

@testable import CoreData

private final class Buoy: NSManagedObject {}
private final class Beacon: NSManagedObject {}
private final class Jetty: NSManagedObject {}

/// A class that is asked for its entity, without a context.
struct EntityOfClassTests {
  private static func coordinator(_ type: NSManagedObject.Type) -> NSPersistentStoreCoordinator {
    let entity = NSEntityDescription()
    entity.name = "\(type)"
    entity.objectClass = type
    entity.properties = [ChatModel.string("name")]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  @Test func `it is found while one model has it, and not while two have`() throws {
    #expect(Buoy.entity().name == nil)
    let first = Self.coordinator(Buoy.self)
    #expect(Buoy.entity() === first.managedObjectModel.entities[0])
    let again = NSPersistentStoreCoordinator(managedObjectModel: first.managedObjectModel)
    #expect(Buoy.entity().name == "Buoy")
    withExtendedLifetime((first, again)) {
      let second = Self.coordinator(Buoy.self)
      #expect(Buoy.entity().name == nil)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = second
      context.performAndWait {
        #expect(Buoy(context: context).entity === second.managedObjectModel.entities[0])
      }
      let error = #expect(throws: CocoaError.self) {
        try context.performAndWait { try context.fetch(Buoy.fetchRequest()) }
      }
      #expect(error?.localizedDescription.hasPrefix("The fetch request has no entity.") == true)
    }
    #expect(Buoy.entity().name == "Buoy")
  }

  /// ```
  /// one                      other
  /// brings its model
  /// asks: one model has it
  ///                          brings its model
  ///                          asks: two have it
  /// ```
  @Test(arguments: [1, 2])
  func `the order in which models come is explored`(jobs: Int) throws {
    let result = try explore("two models", jobs: jobs) { runtime in
      let found = (runtime.cell("one", false), runtime.cell("other", false))
      for cell in [found.0, found.1] {
        runtime.thread(cell.name) {
          let own = Self.coordinator(Beacon.self)
          cell.value = Beacon.entity() === own.managedObjectModel.entities[0]
          runtime.atEnd { withExtendedLifetime(own) {} }
        }
      }
      runtime.atEnd { runtime.outcome("\(found.0.value) \(found.1.value)") }
    }
    #expect(result.coverage == .exhaustive)
    #expect(
      result.outcomes.map { "\($0.name): \($0.schedules)" }.sorted()
        == ["false false: 2", "false true: 1", "true false: 1"])
  }

  @Test func `a run has models of its own`() throws {
    let outside = Self.coordinator(Jetty.self)
    let result = try explore("own models") { runtime in
      let own = Self.coordinator(Jetty.self)
      runtime.outcome("\(Jetty.entity() === own.managedObjectModel.entities[0])")
    }
    #expect(result.outcomes.map(\.name) == ["true"])
    #expect(Jetty.entity() === outside.managedObjectModel.entities[0])
  }
}
