import Foundation

@testable import CoreData

/// Feeds any bytes to the predicate parser. Whatever parses has to be written back as a text that
/// parses to the same predicate, has to be answerable in memory, and has to become SQL or an error.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzPredicates(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let format = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  let arguments: [Any?] = ["name", 2, [1, 2.5] as [Any]]
  for used in 0...arguments.count {
    guard
      let predicate = try? NSPredicate(
        parsing: format, arguments: Array(arguments.prefix(used)))
    else { continue }
    check(predicate)
  }
  return 0
}

private func check(_ predicate: NSPredicate) {
  let text = predicate.description
  do {
    let again = try NSPredicate(parsing: text)
    precondition(again.description == text, "\(text) came back as \(again.description)")
  } catch {
    guard case .nestedTooDeeply = error.reason else { fatalError("\(error)") }
  }
  let row: [String: Any] = ["name": "Ann", "age": 7, "tags": ["a", "b"]]
  _ = predicate.evaluate(with: row, substitutionVariables: ["x": 1])
  let query = StoreQuery(entity: Fixture.entity, predicate: predicate)
  _ = try? SQLTranslation.statement(for: query, as: .ids, names: Fixture.names)
}

/// People with names, ages and friends.
private enum Fixture {
  static let model = {
    let person = NSEntityDescription()
    person.name = "Person"
    let (name, age) = (NSAttributeDescription(), NSAttributeDescription())
    (name.name, name.attributeType) = ("name", .stringAttributeType)
    (age.name, age.attributeType) = ("age", .integer64AttributeType)
    let (friends, boss) = (NSRelationshipDescription(), NSRelationshipDescription())
    (friends.name, friends.destinationEntity) = ("friends", person)
    (boss.name, boss.destinationEntity, boss.maxCount) = ("boss", person, 1)
    person.properties = [name, age, friends, boss]
    let model = NSManagedObjectModel()
    model.entities = [person]
    return model
  }()
  static let entity = model.entities[0]
  static let names = SchemaNames(model: model)
}
