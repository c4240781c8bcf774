// The concurrency types keep Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Interleaving

/// How a context is kept to one thread of execution.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The caller promises to use it from one thread at a time. It has no queue.
  @available(*, deprecated, message: "Use a private or main queue context.")
  case confinementConcurrencyType = 0
  /// It has a queue of its own, reached only through `perform` and `performAndWait`.
  case privateQueueConcurrencyType = 1
  /// It lives on the main queue and may be used directly on the main thread.
  case mainQueueConcurrencyType = 2

  /// The same as `privateQueueConcurrencyType`.
  public static let privateQueue = Self.privateQueueConcurrencyType
  /// The same as `mainQueueConcurrencyType`.
  public static let mainQueue = Self.mainQueueConcurrencyType

  var isConfined: Bool { rawValue == 0 }
}

/// A scratch pad: at most one instance of each object, and the changes to them that are not saved.
///
/// It belongs to one queue. Off that queue only `perform` and `performAndWait` may be called.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  // @unchecked Sendable as Apple's: it may be passed anywhere to be asked to perform. What is
  // used off its queue all the same is found by the checker, when the program runs.

  /// How a context is kept to one thread of execution.
  public typealias ConcurrencyType = NSManagedObjectContextConcurrencyType

  /// How the context is kept to one thread of execution.
  public let concurrencyType: NSManagedObjectContextConcurrencyType
  let runtime: Runtime
  /// nil for the confinement type.
  let queue: SerialQueue?
  let checker: ConfinementChecker
  let registry: ObjectRegistry

  final var parentStore: (any ParentStore)? {
    didSet {
      temporaryIDs = parentStore?.temporaryIDs
      isChild = parentStore?.context != nil
    }
  }
  /// Whether its parent store is another context.
  @exclusivity(unchecked) private(set) final var isChild = false
  /// Where new objects get their IDs; kept here because each of them asks.
  @exclusivity(unchecked) private(set) final var temporaryIDs: TemporaryIDs?
  final var behaviour = CoreDataBehaviour()
  @exclusivity(unchecked) final var pending = PendingChanges()
  /// What the next `init(entity:insertInto:)` makes, instead of a new object.
  @exclusivity(unchecked) final var nextFault: FaultToMake?
  /// For the objects that are made here, each of which keeps one.
  @exclusivity(unchecked) final var registryReferences: PrecountedReferences<ObjectRegistry>
  /// Permanent IDs obtained while other objects may still refer to the temporary ones.
  final var aliases: [IDKey: NSManagedObjectID] = [:]
  final var assignedStores: [ObjectIdentifier: NSPersistentStore] = [:]
  /// The entities of the classes whose objects were made here.
  final var entitiesOfClasses: [ObjectIdentifier: NSEntityDescription] = [:]
  /// That of the class asked for last: new objects often come in rows of one kind.
  @exclusivity(unchecked) final var recentEntity:
    (type: NSManagedObject.Type, entity: NSEntityDescription)?
  /// The children that merge what this context saves.
  let mergingContexts = MergingContexts()
  final var batches = FetchBatches()
  /// The controllers' lists that follow what happens here.
  final var lists = FollowingLists()
  final var isProcessingChanges = false

  /// Written out so that a context can be named after the line that made it.
  public init(
    _ type: NSManagedObjectContextConcurrencyType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let origin = SourcePlace(file: file, line: line)
    runtime = Runtime.current
    concurrencyType = type
    switch type {
    case .mainQueueConcurrencyType: queue = runtime.main
    case .privateQueueConcurrencyType: queue = runtime.queue("context of \(origin)")
    default: queue = nil
    }
    checker = ConfinementChecker(
      owner: queue, runtime: runtime, contextName: "the context of \(origin)", origin: origin)
    registry = ObjectRegistry(checker: checker)
    registryReferences = PrecountedReferences(registry)
    super.init()
    registry.context = self
  }

  /// A context of that kind, without a parent yet.
  public convenience init(
    concurrencyType: NSManagedObjectContextConcurrencyType, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(concurrencyType, file: file, line: line)
  }

  /// A confinement context.
  @available(*, deprecated, message: "Use init(concurrencyType:) with a queue type.")
  public convenience override init() {
    self.init(NSManagedObjectContextConcurrencyType(rawValue: 0) ?? .privateQueueConcurrencyType)
  }

  deinit { registry.removeAll() }

  // MARK: Settings, with the defaults of fact A10

  /// Labels the context in reports.
  open var name: String? {
    didSet {
      checker.rename(name ?? "the context of \(checker.origin)")
      if let name, concurrencyType == .privateQueueConcurrencyType { queue?.rename(name) }
    }
  }
  /// Goes into the history of what this context saves.
  open var transactionAuthor: String?
  /// Decides what a save does when others have changed its rows.
  open var mergePolicy: NSMergePolicy = .error
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
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    try SaveOperation(of: self, to: parentStore).run()
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
  /// Everything alive in this context; what is clean and referred to by nobody is not.
  open var registeredObjects: Set<NSManagedObject> {
    assertOwned("registeredObjects")
    registry.sweep()
    return Set(registry.objects)
  }
}
