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

  /// Addresses as they were set: Foundation on Linux changes some on their way into a dictionary of
  /// its own, `mailto:a@b.c#f` for one.
  private var addresses: [String: URL] = [:]

  /// One value.
  open func value(forKey key: String) -> Any? {
    let kept = propertyCache?[key]
    guard let exact = addresses[key], let kept = kept as? URL,
      kept.absoluteString == (exact as NSURL).absoluteString
    else { return kept }
    return exact
  }

  /// Sets one value; nil takes it away.
  open func setValue(_ value: Any?, forKey key: String) {
    addresses[key] = value as? URL
    let cache = propertyCache ?? NSMutableDictionary()
    if let value { cache[key] = value } else { cache.removeObject(forKey: key) }
    propertyCache = cache
  }
}

// A node keeps a composite attribute as a program sees it, as one dictionary.

extension NSAtomicStoreCacheNode {
  /// Sets the value of an attribute, or of a part of a composite one by its path.
  func setPart(_ value: Any, at path: String) {
    let names = path.split(separator: ".").map(String.init)
    setValue(
      Self.whole(self.value(forKey: names[0]), with: value, at: names[1...]), forKey: names[0])
  }

  private static func whole(_ whole: Any?, with value: Any, at names: ArraySlice<String>) -> Any {
    guard let name = names.first else { return value }
    var parts = whole as? [String: Any] ?? [:]
    parts[name] = Self.whole(parts[name], with: value, at: names.dropFirst())
    return parts
  }
}

extension NSPropertyDescription {
  /// What a store has for this property, which may be a part of a composite attribute: `whole`
  /// gives what it has under a name.
  func part(of whole: (String) -> Any?) -> Any? {
    let names = name.split(separator: ".").map(String.init)
    guard names.count > 1 else { return whole(name) }
    return names.dropFirst().reduce(whole(names[0])) { ($0 as? [String: Any])?[$1] }
  }
}
