public import Foundation

/// The identity of an object: temporary until its row has a key, then store, entity and key.
/// Compared by value; safe to hand from thread to thread.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because it never changes and its entity is frozen.
  enum Key: Hashable, Sendable {
    /// The primary key of a row, in the table of the entity's root.
    case row(Int64)
    /// The number of an insertion in this process.
    case insertion(UInt64)

    /// The number of the row or of the insertion.
    @inline(__always)
    var number: Int64 {
      switch self {
      case .row(let number): number
      case .insertion(let number): Int64(bitPattern: number)
      }
    }
  }

  /// What this ID has in common with many others.
  let scope: IDScope
  let key: Key

  init(_ scope: IDScope, key: Key) {
    self.scope = scope
    self.key = key
  }

  convenience init(entity: NSEntityDescription, key: Key, storeUUID: String) {
    self.init(IDScope(entity: entity, storeUUID: storeUUID), key: key)
  }

  /// The entity of the object.
  public var entity: NSEntityDescription { scope.entity }

  /// The UUID of the store; empty in a temporary ID.
  var storeUUID: String { scope.storeUUID }

  /// Whether the object has no row yet.
  public var isTemporaryID: Bool {
    if case .insertion = key { true } else { false }
  }

  /// The primary key; nil in a temporary ID.
  var rowKey: Int64? { if case .row(let key) = key { key } else { nil } }

  @inline(__always)
  var number: Int64 { key.number }

  /// The ID itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = AnyLayout.object(in: object) as? NSManagedObjectID else {
      return false
    }
    return isSame(as: other)
  }

  /// `isEqual`, without the way through `Any`.
  func isSame(as other: NSManagedObjectID) -> Bool {
    self === other || (key == other.key && scope.isSame(as: other.scope))
  }

  /// Its URI, in angle brackets.
  public override var description: String { printed }

  /// Keys are dense, so their numbers will do: sets and dictionaries mix them once more.
  public override var hash: Int { Int(truncatingIfNeeded: number) }
}

/// An ID as a key of a dictionary, without the detour through `NSObject`'s hashing.
struct IDKey: Hashable {
  let id: NSManagedObjectID

  init(_ id: NSManagedObjectID) { self.id = id }

  static func == (one: IDKey, other: IDKey) -> Bool {
    one.id.isSame(as: other.id)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id.number) }
}

/// The URI form of a permanent ID: `x-coredata://STORE/Entity/p7`, or `.../rNAME` where a store of
/// one's own calls its objects by names.
struct ObjectURI {
  enum Key {
    case row(Int64)
    case name(String)
  }

  var store: String
  var entity: String
  var key: Key

  init?(_ url: URL) {
    guard url.scheme == "x-coredata", let host = url.host else { return nil }
    let parts = url.path.split(separator: "/")
    guard parts.count == 2, let mark = parts[1].first else { return nil }
    let name = String(parts[1].dropFirst())
    switch (mark, Int64(name)) {
    case ("p", let number?) where number > 0: key = .row(number)
    case ("r", _): key = .name(name.removingPercentEncoding ?? name)
    default: return nil
    }
    store = host
    entity = String(parts[0])
  }
}

extension NSManagedObjectID {
  /// The ID as a URI: store UUID, entity and key; a temporary one has no store and a `t` key.
  public final func uriRepresentation() -> URL {
    let name = entity.name ?? "Object"
    let text =
      switch key {
      case .row(let key):
        "x-coredata://\(storeUUID)/\(name)/" + (givenName.map { "r\($0)" } ?? "p\(key)")
      case .insertion(let number): "x-coredata:///\(name)/t\(number)"
      }
    return URL(string: text) ?? URL(fileURLWithPath: "/dev/null")
  }

  /// What a store of one's own calls the object, as a URI may say it.
  private var givenName: String? {
    GivenNames.name(of: self).flatMap {
      "\($0)".addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    }
  }
}
