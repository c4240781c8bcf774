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
  /// It must not have been changed by anybody else when its context saves.
  static let locked = ObjectFlags(rawValue: 1 << 8)
  /// It was first inserted in a child context and came here by that child's save.
  static let cameFromChild = ObjectFlags(rawValue: 1 << 9)
  /// A setter may write without further ado: everything the first change needs has been done.
  static let writable = ObjectFlags(rawValue: 1 << 10)
  /// Somebody observes its properties.
  static let observed = ObjectFlags(rawValue: 1 << 11)
  /// Before the current event changed it, it was just as its snapshot.
  static let wasClean = ObjectFlags(rawValue: 1 << 12)

  static let dirty: ObjectFlags = [.inserted, .updated, .deleted]
  /// What the end of an event takes away.
  static let inEvent: ObjectFlags = [.touched, .wasClean, .writable]
}
