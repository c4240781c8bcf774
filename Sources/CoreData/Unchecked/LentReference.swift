/// References that an initialiser is lent, not given.
///
/// An initialiser owns its parameters: whoever calls it counts a reference to each, and it ends
/// them. For a million faults that are two references to the same entity and the same context, a
/// million times, and slow ones, because both are also held weakly. The caller of a fault's
/// initialiser lends them instead, and the initialiser gives them back, uncounted on both sides.
///
/// The context says which call this is: it has a fault to make in the one case and none in the
/// other. The initialiser of `NSManagedObject` takes that, and whoever lent looks whether it did.
/// An override in between passes on what it got, or counts references of its own.
enum LentReference {
  /// A reference that nobody counted. Something else must keep the object until it is given back.
  @inline(__always)
  static func lend<Object: AnyObject>(_ object: Object) -> Object {
    Unmanaged.passUnretained(object).takeRetainedValue()
  }

  /// Ends a loan: the owned reference goes out of sight without being counted down. An override
  /// may have passed on another object than the `lent` one, and then counts that one down itself.
  @inline(__always)
  static func giveBack<Object: AnyObject>(_ object: consuming Object, lent: Object) {
    if object === lent {
      _ = Unmanaged.passRetained(object)
    } else {
      _ = Unmanaged.passRetained(lent)
    }
  }
}
