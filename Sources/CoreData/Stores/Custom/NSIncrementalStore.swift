public import Foundation

/// A store that gets what it is asked for from somewhere else, piece by piece: a service, a file
/// format of its own.
///
/// A class of one's own overrides `loadMetadata()`, `execute(_:with:)`,
/// `newValuesForObject(with:with:)`, `newValue(forRelationship:forObjectWith:with:)` and
/// `obtainPermanentIDs(for:)`. Register it with `registerStoreClass(_:forStoreType:)`. What it
/// throws reaches the caller who fetched or saved.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; a subclass guards what it adds.
  // MARK: For one's own class

  /// Answers an `NSFetchRequest`, with objects of `context`, IDs, dictionaries or a count as its
  /// result type says, or an `NSSaveChangesRequest`, with an empty array.
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    throw CocoaError.unanswered(self, "execute(_:with:)")
  }

  /// The values of an object; throws `managedObjectReferentialIntegrity` if there is none.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    throw CocoaError.unanswered(self, "newValuesForObject(with:with:)")
  }

  /// The ID at the other end of a to-one relationship, or `NSNull`; an array of IDs for a to-many
  /// relationship.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    throw CocoaError.unanswered(self, "newValue(forRelationship:forObjectWith:with:)")
  }

  /// IDs for new objects, in their order; made with `newObjectID(for:referenceObject:)`.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    throw CocoaError.unanswered(self, "obtainPermanentIDs(for:)")
  }

  /// Never called here: contexts keep no lists of what they register for stores.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Never called here, as the one before.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// A UUID for a store that is new.
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  // MARK: IDs

  /// The ID of the object that this store calls by `data`: a number, a text.
  open func newObjectID(
    for entity: NSEntityDescription, referenceObject data: Any
  ) -> NSManagedObjectID {
    GivenNames.id(of: entity, named: data, in: identifier ?? "")
  }

  /// What this store calls an object by.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    GivenNames.name(of: objectID) ?? NSNumber(value: objectID.number)
  }

  // MARK: In a coordinator

  override func prepareToServe(_ model: NSManagedObjectModel) throws {
    guard let coordinator = persistentStoreCoordinator else { return }
    backend = IncrementalStoreMachine(self, coordinator)
  }
}

extension CocoaError {
  fileprivate static func unanswered(_ store: NSIncrementalStore, _ method: String) -> CocoaError {
    nonsense(
      store, "does not answer \(method)", wayOut: "Override it, and do not call super there.")
  }
}

/// The values that an incremental store has for one object, and their version.
open class NSIncrementalStoreNode: NSObject {
  /// Which object.
  public let objectID: NSManagedObjectID
  /// Rises whenever the store has new values.
  open private(set) var version: UInt64
  private(set) var values: [String: Any]

  /// - Parameters:
  ///   - objectID: whose values these are.
  ///   - values: attributes by name, and IDs (or `NSNull`) of to-one relationships. An attribute
  ///     that is left out is nil; a to-one relationship that is left out is asked for.
  ///   - version: rises with every change, so that conflicts are noticed.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    (self.objectID, self.values, self.version) = (objectID, values, version)
  }

  /// Exchanges the values for newer ones.
  open func update(withValues values: [String: Any], version: UInt64) {
    (self.values, self.version) = (values, version)
  }

  /// The value of one property; nil if it was left out.
  open func value(for property: NSPropertyDescription) -> Any? {
    property.part { values[$0] }
  }
}

/// What a save asks of an incremental store.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  /// Objects that are new.
  public let insertedObjects: Set<NSManagedObject>?
  /// Objects with new values.
  public let updatedObjects: Set<NSManagedObject>?
  /// Objects that go.
  public let deletedObjects: Set<NSManagedObject>?
  /// Unchanged objects that must not have changed in the store either.
  public let lockedObjects: Set<NSManagedObject>?

  /// A request to write these.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
