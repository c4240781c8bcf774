public import Foundation

/// The URI form of a permanent ID: `x-coredata://STORE/Entity/p7`.
struct ObjectURI {
  var store: String
  var entity: String
  var key: Int64

  init?(_ url: URL) {
    guard url.scheme == "x-coredata", let host = url.host else { return nil }
    let parts = url.path.split(separator: "/")
    guard parts.count == 2, parts[1].first == "p", let key = Int64(parts[1].dropFirst()) else {
      return nil
    }
    store = host
    entity = String(parts[0])
    self.key = key
  }
}

extension NSManagedObjectID {
  /// The ID as a URI: store UUID, entity and key; a temporary one has no store and a `t` key.
  public final func uriRepresentation() -> URL {
    let name = entity.name ?? "Object"
    let text =
      switch key {
      case .row(let key): "x-coredata://\(storeUUID)/\(name)/p\(key)"
      case .insertion(let number): "x-coredata:///\(name)/t\(number)"
      }
    return URL(string: text) ?? URL(fileURLWithPath: "/dev/null")
  }
}
