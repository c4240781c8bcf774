/// How the members of a to-many relationship change, with Apple's numbers.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Members come in.
  case union = 1
  /// Members go.
  case minus = 2
  /// Other members go.
  case intersect = 3
  /// All members are exchanged.
  case set = 4
}

extension NSManagedObject {
  /// Announces a change of members that is about to be made through the primitive accessors.
  public final func willChangeValue(
    forKey key: String, withSetMutation mutation: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    willChangeValue(forKey: key)
  }

  /// Ends what `willChangeValue(forKey:withSetMutation:using:)` began.
  public final func didChangeValue(
    forKey key: String, withSetMutation mutation: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    didChangeValue(forKey: key)
  }
}
