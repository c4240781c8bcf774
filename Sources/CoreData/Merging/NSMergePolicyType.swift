/// Who wins when a save meets somebody else's newer row.
public enum NSMergePolicyType: UInt, Sendable, CaseIterable {
  /// Nobody: the save fails.
  case errorMergePolicyType = 0
  /// Property by property; where both changed the same one, the store's value stays.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; where both changed the same one, the object's value is written.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The object's whole row is written, properties it never changed included.
  case overwriteMergePolicyType = 3
  /// The store's row stays and the object's changes are dropped.
  case rollbackMergePolicyType = 4

  /// How reports call the policy.
  public var shortName: String {
    switch self {
    case .errorMergePolicyType: "error"
    case .mergeByPropertyStoreTrumpMergePolicyType: "store trump"
    case .mergeByPropertyObjectTrumpMergePolicyType: "object trump"
    case .overwriteMergePolicyType: "overwrite"
    case .rollbackMergePolicyType: "rollback"
    }
  }

  /// Whether the context's side prevails where a property-wise merge makes no sense: when one
  /// side deleted the row, or two rows claim one unique value.
  var objectWins: Bool {
    self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
  }
}
