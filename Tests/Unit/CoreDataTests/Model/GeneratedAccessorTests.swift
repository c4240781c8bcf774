import Foundation
import Testing

@testable import CoreData

/// The files in `Generated` are what the generator writes for this model, compiled.
struct GeneratedAccessorTests {
  private func model() -> NSManagedObjectModel {
    let (depot, parcel) = (NSEntityDescription(), NSEntityDescription())
    (depot.name, parcel.name) = ("Depot", "Parcel")
    depot.managedObjectClassName = "CoreDataTests.Depot"
    parcel.managedObjectClassName = "CoreDataTests.Parcel"
    let (parcels, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (parcels.name, back.name) = ("parcels", "depot")
    (parcels.destinationEntity, back.destinationEntity) = (parcel, depot)
    (parcels.inverseRelationship, back.inverseRelationship) = (back, parcels)
    (parcels.isOrdered, back.maxCount) = (true, 1)
    depot.properties = [
      ChatModel.string("name"), ChatModel.attribute("capacity", .integer32AttributeType),
      ChatModel.attribute("isOpen", .booleanAttributeType),
      ChatModel.attribute("opened", .dateAttributeType), parcels,
    ]
    parcel.properties = [
      ChatModel.attribute("weight", .doubleAttributeType),
      ChatModel.attribute("price", .decimalAttributeType),
      ChatModel.attribute("code", .UUIDAttributeType), back,
    ]
    let model = NSManagedObjectModel()
    model.entities = [depot, parcel]
    return model
  }

  @Test func `the compiled files are what the generator writes`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Generated")
    for file in AccessorGenerator(model: model()).files {
      let url = folder.appendingPathComponent(file.name)
      #expect(try String(contentsOf: url, encoding: .utf8) == file.text)
    }
  }

  @Test func `typed properties and keys are two views of one value`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let depot = Depot(context: context)
      (depot.name, depot.capacity, depot.isOpen) = ("North", 7, true)
      let parcel = Parcel(context: context)
      parcel.weight = 2.5
      parcel.price = NSDecimalNumber(string: "12.34")
      parcel.depot = depot
      #expect(depot.value(forKey: "capacity") as? Int == 7)
      #expect(depot.value(forKey: "name") as? String == "North")
      #expect(depot.parcels == [parcel])
      depot.removeFromParcels(parcel)
      #expect(parcel.depot == nil)
      depot.addToParcels(parcel)
      try context.save()
      let request: NSFetchRequest<Depot> = Depot.fetchRequest()
      request.predicate = NSPredicate(format: "ANY parcels.weight > 2")
      #expect(try context.fetch(request) == [depot])
    }
  }
}
