import Foundation
import Testing

@testable import CoreData

/// A store on the disk with one entity that has an attribute of every type.
final class ValueStack {
  static let types: [(name: String, type: NSAttributeType)] = [
    ("int16", .integer16AttributeType), ("int32", .integer32AttributeType),
    ("int64", .integer64AttributeType), ("flag", .booleanAttributeType),
    ("real", .doubleAttributeType), ("small", .floatAttributeType),
    ("price", .decimalAttributeType), ("text", .stringAttributeType),
    ("date", .dateAttributeType), ("data", .binaryDataAttributeType),
    ("uuid", .UUIDAttributeType), ("url", .URIAttributeType),
    ("thing", .transformableAttributeType),
  ]

  let type: NSPersistentStore.StoreType
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  let url: URL
  private let folder: URL

  init(
    _ given: NSPersistentStore.StoreType? = nil, options: [AnyHashable: Any]? = nil,
    model adjust: (NSEntityDescription) -> Void = { _ in }
  ) throws {
    type = given ?? EveryStore.current ?? .sqlite
    folder = try TemporaryFolder.make()
    url = folder.appendingPathComponent("values.sqlite")
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(adjust))
    try coordinator.addPersistentStore(type: type, at: url, options: options)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static func model(_ adjust: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
    let item = NSEntityDescription()
    item.name = "Item"
    item.properties = types.map { ChatModel.attribute($0.name, $0.type) }
    adjust(item)
    let model = NSManagedObjectModel()
    model.entities = [item]
    return model
  }

  /// Inserts an object with these values.
  @discardableResult
  func insert(_ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    object.setValuesForKeys(values)
    return object
  }

  func fetch(_ predicate: NSPredicate? = nil, sortedBy key: String? = nil) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = predicate
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
    return try context.fetch(request)
  }

  /// The same store as a coordinator finds it that knows nothing of what was written; one in memory
  /// has only its own.
  func reopened() throws -> NSPersistentStoreCoordinator {
    if type == .inMemory { return coordinator }
    let again = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try again.addPersistentStore(type: type, at: url)
    return again
  }

  /// Lets nothing be answered from memory.
  func forgetEverything() {
    context.reset()
    (coordinator.persistentStores.first?.backend as? SQLiteStore)?.cache.forgetAll()
  }

  /// The error of a save that must fail.
  func failureOfSave() -> CocoaError? {
    do {
      try context.save()
      Issue.record("the save succeeded")
      return nil
    } catch { return error as? CocoaError }
  }
}
