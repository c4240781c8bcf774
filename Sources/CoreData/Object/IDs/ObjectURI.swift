public import Foundation

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
