/// What the objects of one context share with it, and keep when it is gone: who they are, by ID,
/// and where they may be touched.
///
/// Registration is weak in effect (fact A7): an object that only the registry still refers to is
/// let go by the next sweep. A sweep comes at the end of every block of the context, as an
/// autorelease pool is drained there; a large context waits until it has doubled.
/// Sweeping costs no side table per object, as `weak` references would, and no lock, because
/// objects then die on the context's queue, whichever thread released them last.
final class ObjectRegistry {
  private let table = ObjectTable()
  /// Set once, by the context.
  weak var context: NSManagedObjectContext?
  let checker: ConfinementChecker
  /// Who is inside a block of the context.
  let thread = ThreadInside()
  /// Counts every change of an object, so that a save can tell whether a hook changed something.
  @exclusivity(unchecked) var changeCount = 0
  /// Above 0 while changes are not to be noted: in `awakeFromFetch`, refreshes and merges.
  @exclusivity(unchecked) var trackingPauses = 0
  /// The property whose value is being validated, for the hook that comes back with its name.
  /// Not retained, because every value of every save comes by: the validation holds it.
  @exclusivity(unchecked) var validated: UncountedReference<ValidatedProperty>?
  /// Where a temporary ID's successor is looked up, if this context follows its ancestors.
  var followedIDs: TemporaryIDs?
  /// Where the permanent ID of an object is looked up whose row was saved by an ancestor.
  var savedIDs: TemporaryIDs?
  /// Clean objects without a reference are kept too.
  var keepsEverything = false
  private var sizeOfNextSweep = alwaysSwept

  /// Up to this size every block ends with a sweep.
  private static let alwaysSwept = 1_000

  init(checker: ConfinementChecker) { self.checker = checker }

  /// The object with this ID.
  func object(for id: NSManagedObjectID) -> NSManagedObject? { table.object(for: id) }

  /// The object of the row with this key, in the table with this number.
  @inline(__always)
  func object(at key: Int64, in space: Int) -> NSManagedObject? { table.object(at: key, in: space) }

  func add(_ object: NSManagedObject) {
    add(object, at: object.idKey.number, in: object.idScope.space)
  }

  @inline(__always)
  func add(_ object: NSManagedObject, at number: Int64, in space: Int) {
    table.set(object, at: number, in: space)
    if table.count > sizeOfNextSweep { sweep() }
  }

  /// Makes ready for many objects that are held: sweeping between them would be in vain.
  func expect(_ count: Int) {
    if table.count + count > sizeOfNextSweep {
      sweep()
      sizeOfNextSweep = max(sizeOfNextSweep, (table.count + count) * 2)
    }
  }

  /// Forgets the object, unless its place was taken by a newer one.
  func remove(_ object: NSManagedObject) {
    table.remove(object, at: object.idKey.number, in: object.idScope.space)
  }

  /// Gives an object another ID; if that has an object already, this one is registered no more.
  func exchangeID(of object: NSManagedObject, for permanent: NSManagedObjectID) {
    remove(object)
    object.become(permanent)
    table.setIfFree(object, for: permanent)
  }

  /// All registered objects, in no order.
  var objects: [NSManagedObject] { table.objects }

  func removeAll() {
    table.removeAll()
  }

  /// Ends a block: drops what is not needed, unless the context is large and has not grown.
  func endBlock() {
    if table.count <= Self.alwaysSwept || table.count > sizeOfNextSweep { sweep() }
  }

  /// Drops the objects that only this table refers to, and then those that only they referred to.
  func sweep() {
    if keepsEverything { return }
    while !table.takeUnreferenced().isEmpty {}
    sizeOfNextSweep = max(Self.alwaysSwept, table.count * 2)
  }
}
