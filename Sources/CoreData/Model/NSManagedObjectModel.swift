public import Foundation

/// The entities that a stack knows. Frozen once a coordinator uses it.
open class NSManagedObjectModel: NSObject, @unchecked Sendable {
  // @unchecked Sendable because it is changed only while it is being built; see `freeze`.
  open var entities: [NSEntityDescription] = [] {
    willSet { for entity in entities { entity.requireMutable() } }
    didSet { for entity in entities { entity.managedObjectModel = self } }
  }

  public override init() {}

  open var entitiesByName: [String: NSEntityDescription] {
    Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Ends the time of changes; called by the first coordinator.
  func freeze() { for entity in entities { entity.freeze() } }
}
