public import Foundation

/// What attributes and relationships have in common.
open class NSPropertyDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable because descriptions are changed only while a model is being built;
  // once a coordinator uses the model every change traps.
  open var name = "" { willSet { requireMutable() } }
  open var isOptional = true { willSet { requireMutable() } }
  open var isTransient = false { willSet { requireMutable() } }
  open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }
  open var renamingIdentifier: String? { willSet { requireMutable() } }
  open var versionHashModifier: String? { willSet { requireMutable() } }
  open internal(set) unowned var entity: NSEntityDescription!

  func requireMutable() { entity?.requireMutable() }
}
