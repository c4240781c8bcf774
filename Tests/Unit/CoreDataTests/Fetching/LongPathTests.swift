import CoreData
import Foundation
import Testing

/// Predicates whose path goes over two relationships to many: SQL and memory find the same.
struct LongPathTests {
  /// Companies have departments, these have people, who have reports and tags.
  private static func model() -> NSManagedObjectModel {
    let entities = ["Company", "Department", "Person", "Tag"].map { name in
      let entity = NSEntityDescription()
      entity.name = name
      let attribute = NSAttributeDescription()
      attribute.name = "name"
      attribute.attributeType = .stringAttributeType
      attribute.isOptional = true
      entity.properties = [attribute]
      return entity
    }
    let (company, department, person, tag) = (entities[0], entities[1], entities[2], entities[3])
    relate(company, "departments", isToMany: true, department, "company", isToMany: false)
    relate(department, "people", isToMany: true, person, "department", isToMany: false)
    relate(person, "reports", isToMany: true, person, "boss", isToMany: false)
    relate(person, "tags", isToMany: true, tag, "people", isToMany: true)
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private static func relate(
    _ one: NSEntityDescription, _ name: String, isToMany: Bool, _ other: NSEntityDescription,
    _ inverse: String, isToMany isInverseToMany: Bool
  ) {
    let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, there.destinationEntity, there.maxCount) = (name, other, isToMany ? 0 : 1)
    (back.name, back.destinationEntity, back.maxCount) = (inverse, one, isInverseToMany ? 0 : 1)
    (there.inverseRelationship, back.inverseRelationship) = (back, there)
    one.properties.append(there)
    other.properties.append(back)
  }

  /// Names of what is found, in the store and by the predicate itself.
  private func found(
    _ entity: String, _ format: String, in context: NSManagedObjectContext
  ) throws -> (store: [String], memory: [String]) {
    func names(_ objects: [NSManagedObject]) -> [String] {
      objects.map { $0.value(forKey: "name") as? String ?? "" }.sorted()
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    let all = try context.fetch(request)
    let predicate = NSPredicate(format: format)
    request.predicate = predicate
    return (
      names(try context.fetch(request)), names(all.filter { predicate.evaluate(with: $0) })
    )
  }

  @Test(arguments: [
    ("Company", "ANY departments.people.name == 'Ann'", ["Acme"]),
    ("Company", "NONE departments.people.name == 'Ann'", ["Bolt", "Core"]),
    ("Company", "departments.people.@count > 0", ["Acme", "Bolt"]),
    ("Company", "ANY departments.people.boss.name == 'Ann'", ["Acme", "Bolt"]),
    (
      "Company", "SUBQUERY(departments.people, $p, $p.name == 'Ben').@count > 0",
      ["Acme"]
    ),
    ("Company", "ANY departments.people.tags.name == 'new'", ["Bolt"]),
    ("Company", "ANY departments.people.reports.name == 'Cid'", ["Acme"]),
    ("Department", "ANY people.reports.name == 'Ben'", ["Tools"]),
    ("Person", "ANY reports.reports.name == 'Cid'", []),
    ("Person", "ANY reports.tags.name == 'new'", ["Ann"]),
    ("Tag", "ANY people.reports.name == 'Ben'", ["old"]),
  ])
  func `two relationships to many in one path`(
    entity: String, format: String, expected: [String]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil,
      at: folder.appending(path: "paths.sqlite"), options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      func make(_ entity: String, _ name: String, _ related: [String: Any]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        for (key, value) in related { object.setValue(value, forKey: key) }
        return object
      }
      let companies = ["Acme", "Bolt", "Core"].map { make("Company", $0, [:]) }
      let tools = make("Department", "Tools", ["company": companies[0]])
      let sales = make("Department", "Sales", ["company": companies[1]])
      let (old, new) = (make("Tag", "old", [:]), make("Tag", "new", [:]))
      let ann = make("Person", "Ann", ["department": tools, "tags": Set([old])])
      _ = make("Person", "Ben", ["department": tools, "boss": ann])
      _ = make("Person", "Cid", ["department": sales, "boss": ann, "tags": Set([new])])
      try context.save()
      let found = try found(entity, format, in: context)
      #expect(found.memory == expected)
      #expect(found.store == expected)
    }
  }
}
