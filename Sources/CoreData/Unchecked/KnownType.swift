/// A value as one of a generic type that has turned out to be its own. A cast would find that out
/// once more, and takes longer than reading the value did.
enum KnownType {
  @inline(__always)
  static func value<Known, Wanted>(_ value: Known, as wanted: Wanted.Type) -> Wanted {
    precondition(Known.self == Wanted.self)
    return unsafeBitCast(value, to: Wanted.self)
  }
}

/// Makes a set of its own class, which `Set<NSManagedObject>` is not.
protocol SetMember: NSManagedObject {}

extension SetMember {
  /// The same objects in a set of this class, passed as the set that everybody knows; nil if one of
  /// them is of another class. Sets of object references are laid out alike, whatever the class.
  static func set(of members: Set<NSManagedObject>) -> Set<NSManagedObject>? {
    guard let typed = members as? Set<Self> else { return nil }
    return unsafeBitCast(typed, to: Set<NSManagedObject>.self)
  }
}

extension NSManagedObject: SetMember {}
