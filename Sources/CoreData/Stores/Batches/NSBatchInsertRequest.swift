public import Foundation

/// In what form a batch insertion tells what it did, with Apple's numbers.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether it worked.
  case statusOnly = 0
  /// The IDs of the new rows.
  case objectIDs = 1
  /// The number of new rows.
  case count = 2
}

/// Inserts rows straight into a store: no objects, no validation, no notifications.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String
  /// The entity; nil until the request is used, if it was named.
  public let entity: NSEntityDescription?
  /// The rows to insert, as dictionaries by attribute name.
  open var objectsToInsert: [[String: Any]]?
  /// Fills in the dictionary of the next row; true ends the batch.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  /// Fills in the object of the next row, which belongs to no context; true ends the batch.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  /// What the result holds.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// A request of no entity, which no store takes.
  @available(*, deprecated, message: "Name the entity: init(entityName:objects:).")
  public convenience override init() { self.init(entityName: "", objects: []) }

  /// Inserts a row for each dictionary.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    entity = nil
    objectsToInsert = objects
  }

  /// Inserts a row for each dictionary.
  public init(entity: NSEntityDescription, objects: [[String: Any]]) {
    entityName = entity.name ?? ""
    self.entity = entity
    objectsToInsert = objects
  }

  /// Inserts rows until the handler, which fills a dictionary for each, says true.
  public init(entityName: String, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool) {
    self.entityName = entityName
    entity = nil
    self.dictionaryHandler = dictionaryHandler
  }

  /// Inserts rows until the handler, which fills a dictionary for each, says true.
  public init(
    entity: NSEntityDescription, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool
  ) {
    entityName = entity.name ?? ""
    self.entity = entity
    self.dictionaryHandler = dictionaryHandler
  }

  /// Inserts rows until the handler, which fills an object for each, says true.
  public init(entityName: String, managedObjectHandler: @escaping (NSManagedObject) -> Bool) {
    self.entityName = entityName
    entity = nil
    self.managedObjectHandler = managedObjectHandler
  }

  /// Inserts rows until the handler, which fills an object for each, says true.
  public init(
    entity: NSEntityDescription, managedObjectHandler: @escaping (NSManagedObject) -> Bool
  ) {
    entityName = entity.name ?? ""
    self.entity = entity
    self.managedObjectHandler = managedObjectHandler
  }

  /// The new rows that a handler fills in as dictionaries, one after the other.
  ///
  /// - Parameter capacity: how many values one is likely to get.
  func eachFilledDictionary(
    capacity: Int, _ body: (NSMutableDictionary) throws -> Void
  ) throws {
    guard let dictionaryHandler else { return }
    while true {
      let dictionary = NSMutableDictionary(capacity: capacity)
      // The call that says stop brings no row any more.
      if dictionaryHandler(dictionary) { return }
      try body(dictionary)
    }
  }

  /// The new rows that are given as objects. One object serves for all of them, as long as no code
  /// can tell.
  func eachObject(
    of entity: NSEntityDescription, _ body: (NSManagedObject) throws -> Void
  ) throws {
    guard let managedObjectHandler else { return }
    let objectClass = entity.objectClass(in: nil)
    var object = objectClass.init(entity: entity, insertInto: nil)
    let (values, flags) = (object.own?.values ?? [], object.flags)
    let isReusable = !object.hasPropertiesOfItsOwn
    while !managedObjectHandler(object) {
      try body(object)
      if isReusable && isKnownUniquelyReferenced(&object) {
        object.own?.begin(anew: values)
        object.flags = flags
      } else {
        object = objectClass.init(entity: entity, insertInto: nil)
      }
    }
  }
}

extension NSManagedObject {
  /// Whether its class has stored properties that are not of the model.
  fileprivate final var hasPropertiesOfItsOwn: Bool {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let one = mirror, one.subjectType != NSManagedObject.self {
      if !one.children.isEmpty { return true }
      mirror = one.superclassMirror
    }
    return false
  }
}
