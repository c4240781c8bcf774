public import Foundation
internal import Interleaving

/// A record of an entity, alive in one context. It is a *fault* until a property is needed, and
/// may be touched only where its context may.
nonisolated open class NSManagedObject: NSObject {
  // Exclusive access is not checked at run time: an object is touched by one thread at a time,
  // which is the confinement checker's business, and no access to these calls out.
  /// Who it is: what its ID has in common with many others, and its own part of it. They, `madeID`
  /// and `registry` are changed behind a lock (see `IdentityAccess`).
  @exclusivity(unchecked) final var idScope: IDScope
  @exclusivity(unchecked) final var idKey: NSManagedObjectID.Key
  @exclusivity(unchecked) final var flags: ObjectFlags
  /// The number of the first ID it had, which it keeps: it hashes by that.
  private final let birthNumber: UInt32
  /// The ID as an object of its own. Most faults of a long list are never asked for it.
  @exclusivity(unchecked) final var madeID: NSManagedObjectID?
  /// What it shares with its context; nil for an object that has none, or has it no more.
  @exclusivity(unchecked) final var registry: ObjectRegistry?
  /// The committed values it was last read from or saved with: its snapshot.
  @exclusivity(unchecked) final var row: Row?
  @exclusivity(unchecked) final var own: ObjectStorage?

  /// Makes an object of `entity` and inserts it into `context`, if there is one.
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    if let context, let fault = context.faults.takeNext() {
      (idScope, idKey, madeID) = (fault.scope, fault.key, fault.id)
      registry = fault.registry
      flags = []
      birthNumber = UInt32(truncatingIfNeeded: idKey.number)
      super.init()
      LentReference.giveBack(entity, lent: idScope.entity)
      LentReference.giveBack(context, lent: context)
      return
    }
    if Self.self == NSManagedObject.self { entity.requirePlainObjects(in: context) }
    (idScope, idKey) = NSManagedObjectID.temporary(for: entity, in: context?.temporaryIDs)
    flags = .realised
    birthNumber = UInt32(truncatingIfNeeded: idKey.number)
    own = ObjectStorage(values: idScope.withPlan { $0.defaults })
    super.init()
    context?.adopt(self)
  }

  /// Makes an object of this class's entity and inserts it into `context`.
  public required convenience init(context: NSManagedObjectContext) {
    self.init(entity: context.entity(of: Self.self), insertInto: context)
  }

  /// The entity of this class; one without a name, and a warning, if no model in use has one or
  /// several have. A context asks its own model: `Room(context:)` needs no other.
  open class func entity() -> NSEntityDescription {
    // The base class belongs to no entity.
    if self == NSManagedObject.self { return NSEntityDescription() }
    let runtime = Runtime.current
    return ModelsInUse.of(runtime).entity(of: self, in: runtime) ?? NSEntityDescription()
  }

  // MARK: What it is. None of these fires a fault.

  /// Its ID. Like `managedObjectContext` it may be asked for on every thread.
  open var objectID: NSManagedObjectID { currentIdentity }
  /// What the model says about the object.
  open var entity: NSEntityDescription { idScope.entity }
  /// Its context; nil when it has none, was deleted and saved, or outlived it.
  open var managedObjectContext: NSManagedObjectContext? { identityAndRegistry.registry?.context }
  /// Whether its values are still to be read.
  open var isFault: Bool { !flags.contains(.realised) }
  /// Whether the next save will insert it.
  open var isInserted: Bool { flags.contains(.inserted) }
  /// Whether it was changed since the last save.
  open var isUpdated: Bool { flags.contains(.updated) }
  /// Whether the next save will delete it.
  open var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .inaccessible]) }
  /// Whether it is inserted, updated or deleted, even if no value differs in the end.
  open var hasChanges: Bool { !flags.isDisjoint(with: .dirty) }
  /// 0 while it may be used; otherwise it is in the middle of becoming something else.
  open var faultingState: Int { isFault ? 1 : 0 }

  /// A number that is the same in each run of a program, as an address is not; two objects are
  /// never equal. Sets and dictionaries mix it once more.
  public final override var hash: Int { Int(birthNumber) }
  public final override func isEqual(_ object: Any?) -> Bool {
    AnyLayout.object(in: object) === self
  }

  /// Class, entity, ID and the values that are in memory; no fault fires for it.
  open override var description: String { printed }

  // MARK: Hooks, called by the engine and meant to be overridden; call `super`.

  /// Called once when the object is new in its context, to set first values.
  open func awakeFromInsert() {}
  /// Called each time when its values were read.
  open func awakeFromFetch() {}
  /// Called when its values were exchanged by something else than code.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
  /// Called when it is about to be deleted, while its relationships are there.
  open func prepareForDeletion() {}
  /// Called in each save that has to do with it; changes made now are part of the save.
  open func willSave() {}
  /// Called after a save that wrote it.
  open func didSave() {}
  /// Called before its values go.
  open func willTurnIntoFault() {}
  /// Called when its values are gone.
  open func didTurnIntoFault() {}

  // MARK: Validation

  /// Checks the new object before it is inserted; override to check more.
  open func validateForInsert() throws { try validateProperties(for: .insert) }
  /// Checks the changed object before it is written; override to check more.
  open func validateForUpdate() throws { try validateProperties(for: .update) }
  /// Checks whether the object may go; override to check more.
  open func validateForDelete() throws { try validateProperties(for: .delete) }
  /// Checks one value against the model; override to check more.
  open func validateValue(_ value: Any?, forKey key: String) throws {
    try validateProperty(key, value)
  }

  // MARK: What differs from the snapshot

  /// Whether a property that is stored differs from the snapshot.
  open var hasPersistentChangedValues: Bool { !changedValuesNow().isEmpty }
  /// The properties that differ from the last fetch or save, with their values now.
  open func changedValues() -> [String: Any] { changedValuesNow() }
  /// The values of the snapshot: as last fetched or saved. Nothing for a new object.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] {
    committedValuesNow(forKeys: keys)
  }
  /// The properties that changed since the last pending changes were processed, with their values
  /// before that.
  open func changedValuesForCurrentEvent() -> [String: Any] { changedValuesForCurrentEventNow() }
  /// Whether the members of a relationship are still to be read.
  open func hasFault(forRelationshipNamed key: String) -> Bool {
    hasFaultNow(forRelationshipNamed: key)
  }
  /// The IDs of the members of a relationship, without making objects of them.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    objectIDsNow(forRelationshipNamed: key)
  }

  // MARK: Access by name

  /// The value of a property by name.
  open func value(forKey key: String) -> Any? { read(key) }
  /// Sets a property by name, and follows its inverse.
  open func setValue(_ value: Any?, forKey key: String) { write(key, value) }
  /// A property by name, as `value(forKey:)` and `setValue(_:forKey:)` have it.
  @_disfavoredOverload
  public final subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }
  /// Whether changes of properties that no model knows leave the object unchanged; always so here.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// The value that is kept, without firing or a notice.
  open func primitiveValue(forKey key: String) -> Any? { readPrimitive(key) }
  /// Sets the value that is kept, without a notice.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { writePrimitive(key, value) }

  /// Called for a key that the entity does not have; traps unless overridden.
  open func value(forUndefinedKey key: String) -> Any? { undefinedKey(key) }
  /// Called for a key that the entity does not have; traps unless overridden.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { undefinedKey(key) }

  /// Announces a read of a property through the primitive accessors; fires the fault.
  /// Without a key it just fires the fault.
  open func willAccessValue(forKey key: String?) { fireIfNeeded(for: key) }
  /// Ends what `willAccessValue(forKey:)` began.
  open func didAccessValue(forKey key: String?) {}
  /// Announces a change that is about to be made through the primitive accessors.
  open func willChangeValue(forKey key: String) { beginChange(of: key) }
  /// Ends what `willChangeValue(forKey:)` began.
  open func didChangeValue(forKey key: String) { endChange(of: key) }
}

/// Why `awake(fromSnapshotEvents:)` is called.
public struct NSSnapshotEventType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// An insertion was taken back.
  public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
  /// A deletion was taken back.
  public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
  /// A change was taken back.
  public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
  /// All changes were taken back.
  public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
  /// The values were read again.
  public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
  /// A merge policy decided.
  public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}

/// Stops the program at a mistake that Core Data answers with an exception.
func misuse(
  _ explanation: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(explanation, file: file, line: line)
}
