import Foundation
import LongTests
import Testing

@testable import CoreData

/// Stores with one flipped bit are opened and read. A flip in a row may change that row; whatever
/// else it hits must be an error, or change nothing that is read. `WORKBOOK_FLIPS=10000` tries so
/// many; the ordinary run tries a tenth of them, always the same.
@Suite(.long) struct `Stores with a flipped bit` {
  private static let flips =
    ProcessInfo.processInfo.environment["WORKBOOK_FLIPS"].flatMap { Int($0) } ?? 1_000
  private static var options: [AnyHashable: Any] { [NSReadOnlyPersistentStoreOption: true] }

  /// Items with values of every type, in boxes.
  private static func model() -> NSManagedObjectModel {
    let model = ValueStack.model()
    let box = NSEntityDescription()
    box.name = "Box"
    let (items, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (items.name, back.name) = ("items", "box")
    let item = model.entitiesByName["Item"]!
    (items.destinationEntity, back.destinationEntity) = (item, box)
    (items.inverseRelationship, back.inverseRelationship) = (back, items)
    back.maxCount = 1
    box.properties = [ChatModel.string("label"), items]
    item.properties += [back]
    model.entities += [box]
    return model
  }

  /// What a store says of its rows: values by entity and key, and the members of boxes.
  private struct Contents {
    var rows: [String: [Int64: [Value]]] = [:]
    var members: [Int64: [Int64]] = [:]

    init(of url: URL, _ model: NSManagedObjectModel) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      defer { try? coordinator.remove(store) }
      for entity in model.entities {
        let query = StoreQuery(entity: entity)
        let name = entity.name ?? ""
        for row in try store.rows.rows(matching: query) {
          rows[name, default: [:]][row.id.rowKey ?? 0] = row.values
        }
        let keys = try store.rows.faults(matching: query, keepingRows: true)
        try #require(keys.sorted() == rows[name, default: [:]].keys.sorted())
        try #require(try store.rows.count(matching: query) == keys.count)
      }
      guard let items = model.entitiesByName["Box"]?.relationshipsByName["items"] else { return }
      for key in rows["Box", default: [:]].keys.sorted() {
        let id = NSManagedObjectID(
          entity: model.entitiesByName["Box"]!, key: .row(key), storeUUID: store.identifier)
        members[key] = try store.rows.members(of: items, owner: id).compactMap(\.rowKey)
      }
      try Self.readObjects(coordinator)
    }

    /// Reads every value as an object gives it; each must have the class of its type.
    private static func readObjects(_ coordinator: NSPersistentStoreCoordinator) throws {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.returnsObjectsAsFaults = false
        for object in try context.fetch(request) {
          for (name, type) in ValueStack.types {
            guard let value = object.value(forKey: name) else { continue }
            try #require(type.accepts(value), "\(name) is a \(Swift.type(of: value))")
          }
        }
      }
    }
  }

  private static func template(in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent("sound.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    var random = RandomValues(seed: 5)
    try context.performAndWait {
      for number in 0..<3 {
        let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
        box.setValue("box \(number)", forKey: "label")
        for _ in 0..<5 {
          let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
          for (name, type) in ValueStack.types { item.setValue(random.value(type), forKey: name) }
          item.setValue(box, forKey: "box")
        }
      }
      try context.save()
    }
    try coordinator.remove(store)
    return url
  }

  @Test func `give an error, or the rows that the flip did not touch`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sound = try Self.template(in: folder)
    let model = Self.model()
    let expected = try Contents(of: sound, model)
    let bytes = try Data(contentsOf: sound)
    let plain = try PlainDatabase(sound)
    let touched = try ["Item", "Box"].map { name in
      let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'Z\(name.uppercased())'"
      return (name, LeafCells(bytes, root: try plain.number(root)))
    }
    let flipped = folder.appendingPathComponent("flipped.sqlite")
    var random = RandomValues(seed: 23)
    var (refused, equal, changed) = (0, 0, 0)
    for flip in 0..<Self.flips {
      // The first pages hold header, schema and metadata; a third of the flips goes there.
      let offset = random.below(flip % 3 == 0 ? min(bytes.count, 3 * 4096) : bytes.count)
      var copy = bytes
      copy[offset] ^= 1 << UInt8(random.below(8))
      for end in ["-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: flipped.path + end)
      }
      try copy.write(to: flipped)
      guard let found = try contents(of: flipped, model) else {
        refused += 1
        continue
      }
      let hit = touched.compactMap { name, cells in cells.key(at: offset).map { (name, $0) } }.first
      if try isSound(found, expected, hit) {
        if hit == nil { equal += 1 } else { changed += 1 }
      } else {
        Issue.record("byte \(offset) of \(bytes.count), flip \(flip): hit \(hit as Any)")
        return
      }
    }
    // All three happen, or the test tests nothing.
    #expect(refused > 0 && equal > 0 && changed > 0, "\(refused) \(equal) \(changed)")
  }

  /// nil if the store was refused with an error that a program can read.
  private func contents(of url: URL, _ model: NSManagedObjectModel) throws -> Contents? {
    do { return try Contents(of: url, model) } catch let error as CocoaError {
      #expect(!error.localizedDescription.isEmpty)
      return nil
    }
  }

  /// Whether everything that the flip did not touch is as it was.
  private func isSound(
    _ found: Contents, _ expected: Contents, _ hit: (entity: String, key: Int64)?
  ) throws -> Bool {
    for (entity, rows) in expected.rows {
      var found = found.rows[entity] ?? [:]
      var rows = rows
      if let hit, hit.entity == entity {
        // A flip in the key gives the row another one.
        for key in Set(found.keys).subtracting(rows.keys) { found[key] = nil }
        (found[hit.key], rows[hit.key]) = (nil, nil)
      }
      guard found.count == rows.count else { return false }
      for (key, values) in rows {
        guard let others = found[key], others.elementsEqual(values, by: isSame) else {
          return false
        }
      }
    }
    guard hit == nil else { return true }
    return found.members == expected.members
  }

  private func isSame(_ one: Value, _ other: Value) -> Bool {
    if case .reference(let one) = one, case .reference(let other) = other {
      return one.rowKey == other.rowKey
    }
    return one == other
  }
}

extension NSAttributeType {
  /// Whether a value has the class of the type.
  fileprivate func accepts(_ value: Any) -> Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .doubleAttributeType, .floatAttributeType:
      value is NSNumber
    case .decimalAttributeType: value is NSDecimalNumber
    case .stringAttributeType: value is String
    case .dateAttributeType: value is Date
    case .binaryDataAttributeType: value is Data
    case .UUIDAttributeType: value is UUID
    case .URIAttributeType: value is URL
    default: true
    }
  }
}
