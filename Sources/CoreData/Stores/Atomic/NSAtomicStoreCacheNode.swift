public import Foundation

/// One object as an atomic store keeps it: its ID, and its values by the names of its properties.
///
/// Relationships hold other nodes: one, or a set of them; an ordered set where the model says so.
open class NSAtomicStoreCacheNode: NSObject {
  /// Which object.
  public let objectID: NSManagedObjectID
  /// Its values; nil until there are some.
  open var propertyCache: NSMutableDictionary?

  /// A node without values.
  public required init(objectID moid: NSManagedObjectID) { objectID = moid }

  /// One value.
  open func value(forKey key: String) -> Any? { propertyCache?[key] }

  /// Sets one value; nil takes it away.
  open func setValue(_ value: Any?, forKey key: String) {
    let cache = propertyCache ?? NSMutableDictionary()
    if let value { cache[key] = value } else { cache.removeObject(forKey: key) }
    propertyCache = cache
  }
}
