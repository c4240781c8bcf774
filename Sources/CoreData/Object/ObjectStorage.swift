/// What an object keeps beside its row: edited values, realised relationships, observers.
/// Made when it is first needed; a clean object without relationships in memory has none.
final class ObjectStorage {
  // Exclusive access is not checked at run time, as in the object that owns it.
  /// The edited values; nil while the row's own will do.
  @exclusivity(unchecked) var values: [Value]?
  /// The realised destinations of to-one relationships, by slot.
  @exclusivity(unchecked) var destinations = ToOneDestinations()
  /// The state of the to-many relationships, by index; empty until one is needed.
  @exclusivity(unchecked) var toMany: [ToManyState] = []
  /// What the object was like before the current event changed it.
  @exclusivity(unchecked) var beforeEvent: ObjectState?
  /// The ID that a new object gets if the save under way succeeds.
  @exclusivity(unchecked) var identityInSave: NSManagedObjectID?
  /// What few objects have.
  @exclusivity(unchecked) private var rare: RareStorage?

  init(values: [Value]? = nil) { self.values = values }

  /// Forgets all that was done to a new object, in the same memory.
  func begin(anew first: [Value]) {
    if values?.count == first.count {
      for slot in first.indices { values?[slot] = first[slot] }
    } else {
      values = first
    }
    (destinations, toMany) = (ToOneDestinations(), [])
    (beforeEvent, identityInSave, rare) = (nil, nil, nil)
  }
}

extension NSManagedObject {
  final var storage: ObjectStorage {
    if let own { return own }
    let made = ObjectStorage()
    own = made
    return made
  }

  /// The value in a slot of a realised object.
  @inline(__always)
  final func current(_ slot: Int) -> Value {
    if let value = own?.values?[slot] { return value }
    if let packed = row?.packed { return packed[slot] }
    // A realised object has its own values or a row; a run being unwound may have neither.
    return row?.known?[slot] ?? .null
  }

  /// All values of a realised object.
  final var currentValues: [Value] {
    own?.values ?? row?.values
      ?? Array(repeating: .null, count: idScope.layout.slots.count)
  }

  /// The state of a to-many relationship, made on first use.
  final func withToMany<Result>(_ index: Int, _ body: (inout ToManyState) -> Result) -> Result {
    let storage = storage
    if storage.toMany.isEmpty {
      // A new object's relationships are empty and not faults.
      let base: ObjectList? = row == nil && !isFault ? ObjectList() : nil
      storage.toMany = idScope.plan.toMany.map { _ in ToManyState(base: base) }
    }
    return body(&storage.toMany[index])
  }
}

/// What few objects keep, so that the many others need no room for it.
private struct RareValues {
  var partialSlots: Set<Int>?
  var observers: [String: [PropertyObserver]] = [:]
  var fetched: [String: [NSManagedObject]] = [:]
  var lostTies: [LostTie] = []
}

private final class RareStorage {
  var values = RareValues()
}

extension ObjectStorage {
  /// In a fault whose row holds some values only: the slots of these (fact G9).
  var partialSlots: Set<Int>? {
    get { rare?.values.partialSlots }
    set { if rare != nil || newValue != nil { keepRare { $0.partialSlots = newValue } } }
  }
  var observers: [String: [PropertyObserver]] {
    get { rare?.values.observers ?? [:] }
    set { if rare != nil || !newValue.isEmpty { keepRare { $0.observers = newValue } } }
  }
  /// What fetched properties found, by name.
  var fetched: [String: [NSManagedObject]] {
    get { rare?.values.fetched ?? [:] }
    set { if rare != nil || !newValue.isEmpty { keepRare { $0.fetched = newValue } } }
  }

  /// Of a deleted object: what the rows of others do not say of it any more.
  var lostTies: [LostTie] {
    get { rare?.values.lostTies ?? [] }
    set { if rare != nil || !newValue.isEmpty { keepRare { $0.lostTies = newValue } } }
  }

  private func keepRare(_ change: (inout RareValues) -> Void) {
    let kept = rare ?? RareStorage()
    rare = kept
    change(&kept.values)
  }
}

/// An object's values and flags at one moment, for undo and for "what changed in this event".
final class ObjectState {
  let flags: ObjectFlags
  let row: Row?
  let values: [Value]
  let destinations: ToOneDestinations
  let toMany: [ToManyState]

  init(
    flags: ObjectFlags, row: Row?, values: [Value], destinations: ToOneDestinations,
    toMany: [ToManyState]
  ) {
    self.flags = flags
    self.row = row
    self.values = values
    self.destinations = destinations
    self.toMany = toMany
  }
}

/// What a managed object is at the moment. Kept in two bytes because there may be a million.
struct ObjectFlags: OptionSet, Sendable {
  let rawValue: UInt16

  /// Its values are in memory; without it the object is a fault.
  static let realised = ObjectFlags(rawValue: 1 << 0)
  static let inserted = ObjectFlags(rawValue: 1 << 1)
  static let updated = ObjectFlags(rawValue: 1 << 2)
  static let deleted = ObjectFlags(rawValue: 1 << 3)
  /// Its row was gone when it was needed; it reads as nil and counts as deleted.
  static let inaccessible = ObjectFlags(rawValue: 1 << 4)
  /// The current event has changed it; its state before that is kept, unless it was clean.
  static let touched = ObjectFlags(rawValue: 1 << 5)
  /// A did-change notification has told of its insertion.
  static let announced = ObjectFlags(rawValue: 1 << 6)
  /// The delete rules of its relationships have been followed.
  static let propagated = ObjectFlags(rawValue: 1 << 7)
  /// It must not have been changed by another context when its own saves.
  static let locked = ObjectFlags(rawValue: 1 << 8)
  /// It was first inserted in a child context and came here by that child's save.
  static let cameFromChild = ObjectFlags(rawValue: 1 << 9)
  /// A setter may write without further ado: everything the first change needs has been done.
  static let writable = ObjectFlags(rawValue: 1 << 10)
  /// Its properties are observed.
  static let observed = ObjectFlags(rawValue: 1 << 11)
  /// Before the current event changed it, it was just as its snapshot.
  static let wasClean = ObjectFlags(rawValue: 1 << 12)

  /// It stands for any object of its class while a key path is followed, and notes what is asked.
  static let recording = ObjectFlags(rawValue: 1 << 13)

  static let dirty: ObjectFlags = [.inserted, .updated, .deleted]
  /// What the end of an event takes away.
  static let inEvent: ObjectFlags = [.touched, .wasClean, .writable]
}
