/// What the objects of one context share with it, and keep when it is gone: who they are, by ID,
/// and where they may be touched.
///
/// Registration is weak in effect (fact A7): an object that only the registry still refers to is
/// let go by the next sweep. A sweep comes at the end of every block of the context, as an
/// autorelease pool is drained there; a large context waits until it has doubled.
/// Sweeping costs no side table per object, as `weak` references would, and no lock, because
/// objects then die on the context's queue whoever released them last.
final class ObjectRegistry {
  private var table: [IDKey: NSManagedObject] = [:]
  private(set) weak var context: NSManagedObjectContext?
  let checker: ConfinementChecker
  /// Counts every change of an object, so that a save can tell whether a hook changed something.
  var changeCount = 0
  /// Where a temporary ID's successor is looked up, if this context follows its ancestors.
  var followedIDs: TemporaryIDs?
  /// Clean objects that nobody refers to are kept too.
  var keepsEverything = false
  private var sizeOfNextSweep = alwaysSwept

  /// Up to this size every block ends with a sweep.
  private static let alwaysSwept = 1_000

  init(context: NSManagedObjectContext, checker: ConfinementChecker) {
    self.context = context
    self.checker = checker
  }

  /// The object with this ID.
  func object(for id: NSManagedObjectID) -> NSManagedObject? { table[IDKey(id)] }

  func add(_ object: NSManagedObject, as id: NSManagedObjectID) {
    table[IDKey(id)] = object
    if table.count > sizeOfNextSweep { sweep() }
  }

  /// Forgets the object, unless its place was taken by a newer one.
  func remove(_ object: NSManagedObject, as id: NSManagedObjectID) {
    let key = IDKey(id)
    if table[key] === object { table[key] = nil }
  }

  /// All registered objects, in no order.
  var objects: [NSManagedObject] { Array(table.values) }

  func removeAll() {
    // Objects that die now must find the table in order.
    let dying = table
    table = [:]
    withExtendedLifetime(dying) {}
  }

  /// Ends a block: drops what nobody needs, unless the context is large and has not grown.
  func endBlock() {
    if table.count <= Self.alwaysSwept || table.count > sizeOfNextSweep { sweep() }
  }

  /// Drops the objects that only this table refers to, and then those that only they referred to.
  func sweep() {
    if keepsEverything { return }
    while dropUnreferenced() {}
    sizeOfNextSweep = max(Self.alwaysSwept, table.count * 2)
  }

  private func dropUnreferenced() -> Bool {
    var unreferenced: [IDKey] = []
    // Not `for index in table.values.indices`: that holds the values a second time.
    var index = table.startIndex
    while index != table.endIndex {
      if isKnownUniquelyReferenced(&table.values[index]) { unreferenced.append(table.keys[index]) }
      table.formIndex(after: &index)
    }
    for key in unreferenced { table[key] = nil }
    return !unreferenced.isEmpty
  }
}

/// An ID as a key of a dictionary, without the detour through `NSObject`'s hashing.
struct IDKey: Hashable {
  let id: NSManagedObjectID

  init(_ id: NSManagedObjectID) { self.id = id }

  static func == (one: IDKey, other: IDKey) -> Bool {
    one.id === other.id || (one.id.key == other.id.key && one.id.isEqual(other.id))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id.key) }
}
