public import Foundation

/// One object that cannot be saved as it is, because its row was changed or deleted by another
/// writer since the object read it.
///
/// The conflict is found in two steps. The object's snapshot is older than the row cache: then
/// `persistedSnapshot` is nil. The row cache is older than the store: then both are set.
open class NSMergeConflict: NSObject {
  /// The object whose save is in the way.
  public let sourceObject: NSManagedObject
  /// What the object had read, by property name.
  public let objectSnapshot: [String: Any]?
  /// The row in the row cache; nil if there is none.
  public let cachedSnapshot: [String: Any]?
  /// The row in the store; nil if it was not needed or was deleted.
  public let persistedSnapshot: [String: Any]?
  /// The version in the way; 0 if the row was deleted.
  public let newVersionNumber: Int
  /// The version that the object had read.
  public let oldVersionNumber: Int

  /// The rows behind the snapshots; nil in a conflict that a program made up.
  let clash: VersionClash?
  let intent: MergeIntent
  let switches: DeletionConflictSwitches
  /// What the policy decided; nil until it has.
  private(set) var outcome: MergeOutcome?

  /// A conflict of a program's own making, for testing a policy.
  public init(
    source: NSManagedObject, newVersion: Int, oldVersion: Int, cachedSnapshot: [String: Any]?,
    persistedSnapshot: [String: Any]?
  ) {
    sourceObject = source
    objectSnapshot = source.committedValues(forKeys: nil)
    self.cachedSnapshot = cachedSnapshot
    self.persistedSnapshot = persistedSnapshot
    newVersionNumber = newVersion
    oldVersionNumber = oldVersion
    clash = nil
    intent = .lock
    switches = DeletionConflictSwitches()
  }

  init(
    _ clash: VersionClash, intent: MergeIntent, source: NSManagedObject,
    switches: DeletionConflictSwitches
  ) {
    sourceObject = source
    objectSnapshot = clash.base.dictionary
    cachedSnapshot = (clash.cached ?? (clash.isDeleted ? nil : clash.base)).map(\.dictionary)
    persistedSnapshot = clash.persisted?.dictionary
    newVersionNumber = Int(clash.theirs?.version ?? 0)
    oldVersionNumber = Int(clash.base.version)
    self.clash = clash
    self.intent = intent
    self.switches = switches
  }

  /// Whether the policy has an answer.
  func isSettled(under policy: NSMergePolicyType) -> Bool {
    guard let clash else { return policy != .errorMergePolicyType }
    return clash.outcome(of: intent, under: policy, switches: switches) != nil
  }

  /// Decides by the policy and lets the object show the result.
  func settle(under policy: NSMergePolicyType) {
    guard let outcome = clash?.outcome(of: intent, under: policy, switches: switches) else {
      return
    }
    self.outcome = outcome
    sourceObject.managedObjectContext?.show(outcome, in: sourceObject)
  }

  /// What each side has and what each policy would write, property by property.
  public var explanation: ConflictExplanation? {
    clash.map { ConflictExplanation($0, intent: intent, switches: switches) }
  }

  open override var description: String {
    explanation?.description
      ?? "\(sourceObject.objectID.shortName): version \(oldVersionNumber) was read, "
      + "version \(newVersionNumber) is there"
  }
}

extension Row {
  /// The row as programs get it: by property name, `NSNull` for nil, IDs for destinations.
  var dictionary: [String: Any] {
    var found: [String: Any] = [:]
    for (slot, property) in id.scope.layout.slots.enumerated() {
      found[property.name] = property.foundationValue(values[slot]) ?? NSNull()
    }
    return found
  }
}

extension NSPropertyDescription {
  fileprivate func foundationValue(_ value: Value) -> Any? {
    if case .reference(let id) = value { return id }
    return (self as? NSAttributeDescription)?.object(for: value)
  }
}

extension UniquenessClash {
  /// The claimed values as programs get them.
  var dictionary: [String: Any] {
    guard let entity = claimants.first?.entity else { return [:] }
    var found: [String: Any] = [:]
    for (name, value) in values {
      found[name] = entity.propertiesByName[name]?.foundationValue(value) ?? NSNull()
    }
    return found
  }
}
