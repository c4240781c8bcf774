import Foundation
import Testing

@testable import CoreData

/// Rows that were read are kept as bytes, each value is made when it is asked for.
struct `Packed rows` {
  /// Attributes of every stored kind, again and again, so that more than one word has bits for them.
  private static let kinds: [NSAttributeType] = [
    .integer64AttributeType, .stringAttributeType, .doubleAttributeType, .dateAttributeType,
    .binaryDataAttributeType, .UUIDAttributeType, .decimalAttributeType, .booleanAttributeType,
    .URIAttributeType, .integer16AttributeType,
  ]

  private static func model() -> NSManagedObjectModel {
    let thing = NSEntityDescription()
    thing.name = "Thing"
    let special = NSEntityDescription()
    special.name = "Special"
    thing.properties = (0..<70).map { number in
      let attribute = NSAttributeDescription()
      attribute.name = "a\(number)"
      attribute.attributeType = kinds[number % kinds.count]
      attribute.isOptional = true
      return attribute
    }
    let other = NSRelationshipDescription()
    (other.name, other.destinationEntity, other.maxCount) = ("other", thing, 1)
    let others = NSRelationshipDescription()
    (others.name, others.destinationEntity) = ("others", thing)
    (other.inverseRelationship, others.inverseRelationship) = (others, other)
    thing.properties += [other, others]
    thing.subentities = [special]
    let model = NSManagedObjectModel()
    model.entities = [thing, special]
    return model
  }

  private static func value(_ type: NSAttributeType, _ number: Int) -> Any {
    switch type {
    case .integer64AttributeType: NSNumber(value: Int64.max - Int64(number))
    case .stringAttributeType: String(repeating: "ä€𝄞", count: number % 9)
    case .doubleAttributeType: NSNumber(value: Double(number) / 7)
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number) / 3)
    case .binaryDataAttributeType: Data((0..<number % 40).map { UInt8($0) })
    case .UUIDAttributeType: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    case .decimalAttributeType: NSDecimalNumber(string: "\(number).0000000000000000000001")
    case .booleanAttributeType: NSNumber(value: number % 2 == 0)
    case .URIAttributeType: URL(string: "https://example.com/\(number)")!
    default: NSNumber(value: Int16(truncatingIfNeeded: number))
    }
  }

  private static func read(_ object: NSManagedObject) -> [String] {
    (0..<70).map { number in "\(object.value(forKey: "a\(number)") ?? "nil")" }
  }

  /// A new stack on the file.
  private func context(_ file: URL) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(type: .sqlite, at: file)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func withFile(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "packed.sqlite"))
  }

  @Test(arguments: [false, true])
  func `give every value, present or not, of wide and narrow rows`(asFaults: Bool) throws {
    try withFile { file in
      let written = try write(to: file)
      let context = try context(file)
      try context.performAndWait {
        for _ in 0..<2 {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
          request.returnsObjectsAsFaults = asFaults
          let found = try context.fetch(request).sorted { $0.objectID.number < $1.objectID.number }
          let previous: [NSManagedObject?] = [nil] + found.dropLast()
          for (object, before) in zip(found, previous) {
            let other = object.value(forKey: "other") as? NSManagedObject
            #expect(other == nil || other === before)
          }
          #expect(found.map(Self.read) == written)
          // The same once more, from the row cache.
          for object in found { context.refresh(object, mergeChanges: false) }
        }
      }
    }
  }

  /// Forty rows of two entities, with gaps, and what they hold.
  private func write(to file: URL) throws -> [[String]] {
    let context = try context(file)
    return try context.performAndWait {
      var written: [[String]] = []
      var last: NSManagedObject?
      for row in 0..<40 {
        let object = NSEntityDescription.insertNewObject(
          forEntityName: row % 3 == 0 ? "Special" : "Thing", into: context)
        for number in 0..<70 where (row + number) % 4 != 0 && row != 7 {
          object.setValue(
            Self.value(Self.kinds[number % Self.kinds.count], row * 31 + number),
            forKey: "a\(number)")
        }
        // Long texts beside short ones.
        if row % 5 == 1 { object.setValue(String(repeating: "ß", count: 3_000), forKey: "a1") }
        object.setValue(row % 2 == 0 ? last : nil, forKey: "other")
        last = object
        written.append(Self.read(object))
        // One by one, so that keys follow the order of insertion in both entities.
        try context.save()
      }
      return written
    }
  }

  @Test func `tell what differs from them`() throws {
    try withFile { file in
      let context = try context(file)
      try context.performAndWait {
        let new = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
        for number in 0..<10 {
          new.setValue(Self.value(Self.kinds[number], 5), forKey: "a\(number)")
        }
        try context.save()
        context.refresh(new, mergeChanges: false)
        let store = context.persistentStoreCoordinator?.persistentStores.first?.backend
        (store as? SQLiteStore)?.cache.forgetAll()
        for number in 0..<10 {
          let (key, kind) = ("a\(number)", Self.kinds[number])
          // Setting what is there already is no change in the end, something else and nil are.
          new.setValue(Self.value(kind, 5), forKey: key)
          #expect(new.changedValues().isEmpty, "\(key)")
          new.setValue(Self.value(kind, 6), forKey: key)
          #expect(new.changedValues().isEmpty == (kind == .UUIDAttributeType))
          new.setValue(nil, forKey: key)
          #expect(new.changedValues().keys.sorted() == [key])
          context.rollback()
        }
      }
    }
  }
}
