import Foundation
import Testing

@testable import CoreData

/// A context whose stores are gone, and requests that no store understands: an error each, with
/// the way out, and nothing lost.
struct LostStackTests {
  @Test(arguments: RuntimeKind.both)
  func `a context whose stores were removed says what to do and loses nothing`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let id = try stack.savedRoom("lobby")
      let context = stack.context("survivor")
      let room = try context.performAndWait { try context.existingObject(with: id) }
      try stack.coordinator.remove(stack.coordinator.persistentStores[0])
      context.performAndWait {
        room["name"] = "edited"
        let save = #expect(throws: CocoaError.self) { try context.save() }
        #expect(save?.code == .persistentStoreOperation)
        #expect(save?.localizedDescription.contains("Add a store first") == true)
        let fetch = #expect(throws: CocoaError.self) {
          try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
        }
        #expect(fetch?.code == .persistentStoreOperation)
        #expect(room["name"] == "edited" && context.hasChanges)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a context without a coordinator says so`(kind: RuntimeKind) throws {
    try kind.run {
      let context = NSManagedObjectContext(.privateQueue)
      context.name = "lost"
      context.performAndWait {
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(
          error?.localizedDescription
            == "lost has neither a coordinator nor a parent. Set persistentStoreCoordinator or "
            + "parent before you use it.")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a request that SQL cannot say is an error of Core Data's domain, with its reason`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let context = try ChatStack(.sqlite).context("asking")
      context.performAndWait {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate { _, _ in true }
        let error = #expect(throws: (any Error).self) { try context.fetch(request) } as NSError?
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134060)
        #expect(error?.localizedDescription.contains("a block can only be run in memory") == true)
        #expect(error?.userInfo[NSUnderlyingErrorKey] is SQLTranslationError)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `several failures of one save are told together, each with its object`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(
        .sqlite, model: { $0["Room"]?.propertiesByName["name"]?.isOptional = false })
      let context = stack.context("careless")
      context.performAndWait {
        context.insert("Room")
        context.insert("Room")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .validationMultipleErrors)
        let details = error?.userInfo[NSDetailedErrorsKey] as? [CocoaError] ?? []
        #expect(details.count == 2)
        #expect(details.allSatisfy { $0.userInfo[NSValidationKeyErrorKey] as? String == "name" })
        #expect(context.insertedObjects.count == 2, "nothing is lost")
      }
    }
  }
}
