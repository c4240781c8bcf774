import CoreData
import Foundation
import Testing

/// `entity` in a predicate is what an object is, among those of its superentity.
struct EntityPredicateTests {
  static let types: [String] = [NSSQLiteStoreType, NSInMemoryStoreType, NSXMLStoreType]

  private func entity(_ name: String, _ subentities: [NSEntityDescription] = [])
    -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.subentities = subentities
    return entity
  }

  /// A box with a picture, a photo (which is a picture) and a text (which is none).
  private func filledBox(inStoreOf type: String, _ folder: URL) throws -> NSManagedObjectContext {
    let (picture, text, box) = (entity("Picture", [entity("Photo")]), entity("Text"), entity("Box"))
    let item = entity("Item", [picture, text])
    let (items, home) = (NSRelationshipDescription(), NSRelationshipDescription())
    (items.name, items.destinationEntity, items.inverseRelationship) = ("items", item, home)
    (home.name, home.destinationEntity, home.inverseRelationship) = ("home", box, items)
    home.maxCount = 1
    box.properties = [items]
    item.properties = [home]
    let model = NSManagedObjectModel()
    model.entities = [item, picture, picture.subentities[0], text, box]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: folder.appending(path: "store"), options: nil)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    let whole = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
    for name in ["Picture", "Photo", "Text"] {
      NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        .setValue(whole, forKey: "home")
    }
    return context
  }

  private func found(
    _ format: String, _ name: String, of entity: String, in context: NSManagedObjectContext
  ) throws -> [String] {
    let known = context.persistentStoreCoordinator!.managedObjectModel.entitiesByName
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: format, known[name]!)
    return try context.fetch(request).compactMap(\.entity.name).sorted()
  }

  @Test(arguments: types)
  func `objects of one entity are found, saved and unsaved alike`(_ type: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = try filledBox(inStoreOf: type, folder)
    for _ in ["unsaved", "saved"] {
      // Not those of subentities: they are something else.
      #expect(try found("entity == %@", "Picture", of: "Item", in: context) == ["Picture"])
      #expect(try found("SELF.entity == %@", "Text", of: "Item", in: context) == ["Text"])
      #expect(try found("entity != %@", "Text", of: "Item", in: context) == ["Photo", "Picture"])
      #expect(try found("entity IN {%@}", "Photo", of: "Picture", in: context) == ["Photo"])
      #expect(try found("entity == %@", "Photo", of: "Photo", in: context) == ["Photo"])
      #expect(try found("entity == %@", "Box", of: "Item", in: context) == [])
      #expect(try found("ANY items.entity == %@", "Photo", of: "Box", in: context) == ["Box"])
      #expect(try found("ANY items.entity == %@", "Box", of: "Box", in: context) == [])
      #expect(
        try found("home.entity == %@", "Box", of: "Item", in: context)
          == ["Photo", "Picture", "Text"])
      try context.save()
      context.reset()
    }
  }
}
