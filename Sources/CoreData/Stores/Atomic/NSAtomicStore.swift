internal import Foundation
internal import Synchronization

/// A store that keeps all its objects in memory and reads and writes its file as a whole.
///
/// A class of one's own overrides `loadMetadata()`, `load()` and `save()`: the first says what the
/// store is called, the second hands over nodes with `addCacheNodes(_:)`, the third writes what
/// `cacheNodes()` has. Register it with `registerStoreClass(_:forStoreType:)`.
///
///     opening                          a save
///     loadMetadata()                   newReferenceObject(for:)   of each new object
///     load()                           newCacheNode(for:)         of each new object
///       addCacheNodes(_:)              updateCacheNode(_:from:)   of each changed one
///                                      willRemoveCacheNodes(_:)
///                                      save()                     if it throws, nothing is changed
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked Sendable as its superclass is: nodes are touched while the store is opened, and in
  // saves, which come one at a time.
  private var nodes: [IDKey: NSAtomicStoreCacheNode] = [:]
  /// The last whole number that an object was called by, in each table.
  private let lastNumbers = Mutex<[String: Int64]>([:])

  // MARK: For one's own class

  /// Reads the file and hands its objects over; called once, when the store is added.
  open func load() throws {}

  /// Writes all nodes, so that the file is either the old one or the new one as a whole.
  open func save() throws {}

  /// What a new object is called by, in this store; the next whole number, unless overridden.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    NSNumber(value: newKeys(for: managedObject.entity, count: 1).lowerBound)
  }

  /// The node of a new object, with its attributes. Relationships of all nodes are set afterwards,
  /// when the new ones are there.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    return node
  }

  /// Takes the attributes of a changed object into its node.
  open func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
  }

  /// These nodes belong to deleted objects and are about to go.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  // MARK: Nodes and IDs

  /// Makes nodes part of the store.
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes { nodes[IDKey(node.objectID)] = node }
  }

  /// All nodes.
  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

  /// The node of an object.
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    nodes[IDKey(objectID)]
  }

  /// The ID of the object that this store calls by `data`.
  open func objectID(
    for entity: NSEntityDescription, withReferenceObject data: Any
  ) -> NSManagedObjectID {
    let id = GivenNames.id(of: entity, named: data, in: identifier ?? "")
    if GivenNames.name(of: id) == nil {
      lastNumbers.withLock { last in
        let table = entity.root.name ?? ""
        last[table] = max(last[table] ?? 0, id.number)
      }
    }
    return id
  }

  /// What this store calls an object by.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    GivenNames.name(of: objectID) ?? NSNumber(value: objectID.number)
  }

  // MARK: In a coordinator

  override func prepareToServe(_ model: NSManagedObjectModel) throws {
    try load()
    let machine = AtomicStoreMachine(self, model)
    try machine.take(allNodes)
    backend = machine
    if let url { OpenFiles.opened(url) }
  }

  /// In the order of their IDs, so that nothing depends on that of a dictionary.
  var allNodes: [NSAtomicStoreCacheNode] {
    nodes.values.sorted { one, other in
      let (first, second) = (one.objectID.entity.name ?? "", other.objectID.entity.name ?? "")
      return first == second ? one.objectID.number < other.objectID.number : first < second
    }
  }

  /// Removes nodes, or puts back what there was.
  func replaceNodes(_ change: (inout [IDKey: NSAtomicStoreCacheNode]) throws -> Void) rethrows {
    try change(&nodes)
  }

  var nodesByID: [IDKey: NSAtomicStoreCacheNode] { nodes }

  func newKeys(for entity: NSEntityDescription, count: Int) -> Range<Int64> {
    lastNumbers.withLock { last in
      let first = (last[entity.root.name ?? ""] ?? 0) + 1
      last[entity.root.name ?? ""] = first + Int64(count) - 1
      return first..<first + Int64(count)
    }
  }
}
