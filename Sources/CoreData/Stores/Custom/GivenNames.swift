internal import Foundation
internal import Synchronization

/// What stores of one's own call their objects by, and the keys that stand for it in object IDs.
///
/// A whole number is its own key. Anything else gets one that is worked out of its text, so that an
/// object has the same ID whenever its store is opened. The names are kept with the entity, as an
/// ID may outlive the store that it came from.
final class GivenNames: Sendable {
  private struct Place: Hashable {
    let space: Int
    let key: Int64
  }

  private struct Name: @unchecked Sendable {
    // @unchecked Sendable because what names an object never changes: a text, a UUID and the like.
    let reference: Any
    var text: String { "\(reference)" }
  }

  /// From here on keys stand for names.
  private static let firstKey: Int64 = 1 << 62
  private let names = Mutex<[Place: Name]>([:])

  /// The ID of the object that the store with the UUID calls by `reference`.
  static func id(
    of entity: NSEntityDescription, named reference: Any, in storeUUID: String
  ) -> NSManagedObjectID {
    let scope = IDScope(entity: entity, storeUUID: storeUUID)
    let key = number(reference) ?? scope.family.givenNames.key(of: reference, in: scope.space)
    return NSManagedObjectID(scope, key: .row(key))
  }

  /// What the store calls an object by; nil if that is the number of the ID.
  static func name(of id: NSManagedObjectID) -> Any? {
    guard let key = id.rowKey, key >= firstKey else { return nil }
    let place = Place(space: id.scope.space, key: key)
    return id.scope.family.givenNames.names.withLock { $0[place]?.reference }
  }

  private static func number(_ reference: Any) -> Int64? {
    guard let exact = ExactNumber(reference)?.value(as: .integer64AttributeType),
      case .integer(let number) = exact, number > 0, number < firstKey
    else { return nil }
    return number
  }

  private func key(of reference: Any, in space: Int) -> Int64 {
    let name = Name(reference: reference)
    let digest = SHA256.digest(of: name.text)
    var key = digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & (Self.firstKey - 1)
    return names.withLock { names in
      // Two texts with one number: the one that comes later takes the next that is free.
      while let other = names[Place(space: space, key: key | Self.firstKey)],
        other.text != name.text
      {
        key = (key + 1) & (Self.firstKey - 1)
      }
      key |= Self.firstKey
      // A URI knows the text only: the reference itself is better.
      if !(reference is String) || names[Place(space: space, key: key)] == nil {
        names[Place(space: space, key: key)] = name
      }
      return key
    }
  }
}

/// A store whose objects are named by the store's own class.
protocol NamingStore: RowStore {
  func allocateIDs(for objects: [NSManagedObject]) throws -> AllocatedIDs
}
