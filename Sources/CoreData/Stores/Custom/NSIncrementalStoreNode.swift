public import Foundation

/// The values that an incremental store has for one object, and their version.
open class NSIncrementalStoreNode: NSObject {
  /// Which object.
  public let objectID: NSManagedObjectID
  /// Rises whenever the store has new values.
  open private(set) var version: UInt64
  private(set) var values: [String: Any]

  /// - Parameters:
  ///   - objectID: whose values these are.
  ///   - values: attributes by name, and IDs (or `NSNull`) of to-one relationships. An attribute
  ///     that is left out is nil; a to-one relationship that is left out is asked for.
  ///   - version: rises with every change, so that conflicts are noticed.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    (self.objectID, self.values, self.version) = (objectID, values, version)
  }

  /// Exchanges the values for newer ones.
  open func update(withValues values: [String: Any], version: UInt64) {
    (self.values, self.version) = (values, version)
  }

  /// The value of one property; nil if it was left out.
  open func value(for property: NSPropertyDescription) -> Any? { values[property.name] }
}
