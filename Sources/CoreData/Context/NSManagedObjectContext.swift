public import Foundation
internal import Interleaving

/// A scratch pad: at most one instance of each object, and the changes to them that are not saved.
///
/// It belongs to one queue. Off that queue only `perform` and `performAndWait` may be called.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  // @unchecked Sendable as Apple's: it may be passed anywhere to be asked to perform. What is
  // used off its queue all the same is found by the checker, when the program runs.

  /// How the context is kept to one thread of execution.
  public let concurrencyType: NSManagedObjectContextConcurrencyType
  let runtime: Runtime
  /// nil for the confinement type.
  let queue: SerialQueue?
  let checker: ConfinementChecker
  let registry: ObjectRegistry

  /// Which object an ID means.
  let identities: ObjectIdentities
  /// Makes the objects that are not new.
  let faults: FaultMaker

  final var parentStore: (any ParentStore)? { didSet { identities.belong(to: parentStore) } }
  final var behaviour = CoreDataBehaviour()
  @exclusivity(unchecked) final var pending = PendingChanges()
  /// When what is pending is announced, and to whom.
  let events: ContextEvents
  /// Deletions by others that a save here has overruled, and that may still be merged.
  final var overruledDeletions = OverruledDeletions()
  final var assignedStores = AssignedStores()
  /// Those whose objects were made here by their classes.
  @exclusivity(unchecked) final var entities = EntitiesOfClasses()
  /// Lets children merge what this context saves.
  let automaticMerging = AutomaticMerging()
  let lockByHand = OnceReference<RecursiveLock>()
  final var batches = FetchBatches()

  /// A context of that kind, without a parent yet. It is called after the line that makes it, if it
  /// gets no name.
  public init(
    concurrencyType type: NSManagedObjectContextConcurrencyType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let parts = ContextParts(of: type, at: SourcePlace(file: file, line: line))
    (runtime, queue) = (parts.runtime, parts.queue)
    (checker, registry) = (parts.checker, parts.registry)
    (concurrencyType, events) = (type, ContextEvents(of: type))
    identities = ObjectIdentities(parts.registry, parts.runtime)
    faults = FaultMaker(parts.registry)
    super.init()
    registry.context = self
  }

  /// The same, as a subclass overrides it.
  @_disfavoredOverload
  public init(concurrencyType type: NSManagedObjectContextConcurrencyType) {
    let parts = ContextParts(of: type, at: SourcePlace())
    (runtime, queue) = (parts.runtime, parts.queue)
    (checker, registry) = (parts.checker, parts.registry)
    (concurrencyType, events) = (type, ContextEvents(of: type))
    identities = ObjectIdentities(parts.registry, parts.runtime)
    faults = FaultMaker(parts.registry)
    super.init()
    registry.context = self
  }

  /// A context of that kind, without a parent yet.
  public convenience init(
    _ type: ConcurrencyType, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(concurrencyType: type.rawValue, file: file, line: line)
  }

  /// Not Apple's: the types of this initialiser have names of their own.
  @available(*, unavailable, message: "write .privateQueue or .mainQueue, or concurrencyType:")
  public convenience init(_ type: NSManagedObjectContextConcurrencyType) {
    self.init(concurrencyType: type)
  }

  /// A confinement context.
  @available(*, deprecated, message: "Use init(concurrencyType:) with a queue type.")
  public convenience override init() {
    self.init(concurrencyType: .withoutQueue)
  }

  deinit { registry.removeAll() }

  // MARK: Settings, with the defaults of fact A10

  /// Labels the context in reports.
  open var name: String? {
    didSet {
      checker.rename(name ?? checker.nameOfOrigin)
      if let name, concurrencyType == .privateQueueConcurrencyType { queue?.rename(name) }
    }
  }
  /// Goes into the history of what this context saves.
  open var transactionAuthor: String?
  /// Decides what a save does when others have changed its rows: an `NSMergePolicy`. As in Apple's
  /// declaration its type is `Any`, so that no leading dot finds the policies.
  open var mergePolicy: Any {
    get { settlingPolicy }
    set {
      guard let policy = newValue as? NSMergePolicy else {
        return raise("mergePolicy takes an NSMergePolicy, and was given \(type(of: newValue))")
      }
      settlingPolicy = policy
    }
  }
  private(set) var settlingPolicy = NSMergePolicy.error
  /// Whether saves of others to the same coordinator, or of the parent context, are merged here,
  /// each some time after it, on this context's queue.
  open var automaticallyMergesChangesFromParent = false {
    didSet {
      followParent()
      noteUnsupportedPin()
    }
  }
  /// How old, in seconds, a cached row may be when a fault fires; negative is however old.
  open var stalenessInterval: TimeInterval = -1
  /// Whether delete rules are followed when the event ends, or only by `save`.
  open var propagatesDeletesAtEndOfEvent = true
  /// Whether a fault without a row reads as nil and counts as deleted, or stops the program.
  open var shouldDeleteInaccessibleFaults = true
  /// Whether clean objects are kept alive too.
  open var retainsRegisteredObjects = false {
    didSet { registry.keepsEverything = retainsRegisteredObjects }
  }
  /// Notes for the program; belongs to the queue like everything else (fact C5).
  open var userInfo: NSMutableDictionary {
    assertOwned("userInfo")
    return notes
  }
  private let notes = NSMutableDictionary()
  /// Who keeps what can be taken back; nil unless it is set.
  open var undoManager: UndoManager? { didSet { oldValue?.removeAllActions() } }

  /// Decides what happens when a fault's row is gone; override to decide case by case.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for id: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }

  /// Validates what is pending and takes it one level up: to the stores, or into the parent
  /// context. When it throws, nothing was written and everything is still pending.
  open func save() throws {
    assertOwned("save()")
    try runtime.checkpoint()
    let parentStore = try requireParentStore()
    try events.inside { try SaveOperation(of: self, to: parentStore).run() }
  }

  // MARK: What a subclass may do otherwise. Each does its work elsewhere, under the name with
  // `Now`.

  /// Registers a new object; the next save will write it.
  open func insert(_ object: NSManagedObject) { insertNow(object) }
  /// Marks the object for deletion. Its row goes with the next save; its delete rules are
  /// followed when the event ends (fact M3).
  open func delete(_ object: NSManagedObject) { deleteNow(object) }
  /// Chooses the store that a new object is written to, when several could take it.
  open func assign(_ object: Any, to store: NSPersistentStore) { assignNow(object, to: store) }
  /// Makes the next save fail if others have changed the object meanwhile, even if this context
  /// did not change it (fact K3).
  open func detectConflicts(for object: NSManagedObject) { detectConflictsNow(for: object) }
  /// Without `mergeChanges` the object becomes a fault and its edits are lost (fact F8). With it
  /// the values are read again and the edits laid over them (fact F9).
  open func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
    refreshNow(object, mergeChanges: mergeChanges)
  }
  /// Refreshes every object, keeping unsaved edits (facts F10 and A8).
  open func refreshAllObjects() { refreshAllObjectsNow() }
  /// Forgets all objects and all pending work. Objects still held elsewhere are unusable.
  open func reset() { resetNow() }
  /// Takes back everything since the last save. Nothing is read again (fact F12).
  open func rollback() { rollbackNow() }
  /// Takes back the last event, if there is an undo manager.
  open func undo() { undoNow() }
  /// Does again what was taken back last.
  open func redo() { redoNow() }
  /// Ends the event: follows delete rules, announces everything that changed in one
  /// notification, and hands it to the undo manager.
  open func processPendingChanges() { processPendingChanges(in: nil) }
  /// The object with an ID, registered or a new fault; the row need not exist.
  open func object(with id: NSManagedObjectID) -> NSManagedObject { objectNow(with: id) }
  /// The object with an ID if it is registered here.
  open func registeredObject(for id: NSManagedObjectID) -> NSManagedObject? {
    registeredObjectNow(for: id)
  }
  /// The object with an ID; throws if it has no row.
  open func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    try existingObjectNow(with: id)
  }
  /// Gives new objects the IDs that they will be saved with.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try obtainPermanentIDsNow(for: objects)
  }
  /// Takes over what another context saved, from its did-save notification.
  open func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChangesNow(fromContextDidSave: notification)
  }
  /// Goes on reading one state of the stores, whatever is saved later; nil reads the newest.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try setQueryGenerationNow(generation)
  }

  // MARK: The parent store

  /// The context whose objects this one's are copies of; nil if it stands on a coordinator.
  open var parent: NSManagedObjectContext? {
    get { parentStore?.context }
    set { setParent(newValue) }
  }

  /// The coordinator at the root of its ancestors.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { parentStore?.coordinator }
    set { setCoordinator(newValue) }
  }

  // MARK: What is pending

  /// Whether anything is inserted, updated or deleted and not saved.
  open var hasChanges: Bool {
    assertOwned("hasChanges")
    return pending.isDirty
  }
  /// Objects that the next save will insert.
  open var insertedObjects: Set<NSManagedObject> {
    assertOwned("insertedObjects")
    return Set(pending.inserted)
  }
  /// Objects whose changes the next save will write.
  open var updatedObjects: Set<NSManagedObject> {
    assertOwned("updatedObjects")
    return Set(pending.updated)
  }
  /// Objects that the next save will delete.
  open var deletedObjects: Set<NSManagedObject> {
    assertOwned("deletedObjects")
    return Set(pending.deleted)
  }
  /// Everything alive in this context; what is clean and not referred to is not.
  open var registeredObjects: Set<NSManagedObject> {
    assertOwned("registeredObjects")
    registry.sweep()
    return Set(registry.objects)
  }
}
