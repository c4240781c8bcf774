internal import Foundation
internal import Synchronization

/// What a store of one's own calls its objects by, and the keys that stand for it in object IDs.
/// A whole number is its own key; anything else gets one that is worked out of its text, so that
/// the ID of an object is the same whenever the store is opened.
final class ReferenceKeys: Sendable {
  private struct Place: Hashable {
    let root: ObjectIdentifier
    let key: Int64
  }

  private struct State: @unchecked Sendable {
    // @unchecked Sendable because references are names: whole numbers, texts and the like.
    var references: [Place: AnyHashable] = [:]
    var lastKeys: [ObjectIdentifier: Int64] = [:]
  }

  private struct WeakKeys: Sendable {
    weak var keys: ReferenceKeys?
  }

  /// Those of the open stores, by UUID: a URI says what the store calls an object, so that it still
  /// does when the store is opened anew.
  private static let ofStores = Mutex<[String: WeakKeys]>([:])

  static func of(_ storeUUID: String) -> ReferenceKeys? {
    ofStores.withLock { $0[storeUUID]?.keys }
  }

  func serve(_ storeUUID: String) {
    Self.ofStores.withLock { stores in
      stores = stores.filter { $0.value.keys != nil }
      stores[storeUUID] = WeakKeys(keys: self)
    }
  }

  private let state = Mutex(State())

  /// The key of a reference.
  func key(of reference: Any, for entity: NSEntityDescription) -> Int64 {
    let root = ObjectIdentifier(entity.root)
    let reference = reference as? AnyHashable ?? AnyHashable("\(reference)")
    var key = Self.key(of: reference)
    return state.withLock { state in
      // Two texts with one number: the one that comes later takes the next that is free.
      while let other = state.references[Place(root: root, key: key)], other != reference {
        key = key == .max ? 1 : key + 1
      }
      state.references[Place(root: root, key: key)] = reference
      state.lastKeys[root] = max(state.lastKeys[root] ?? 0, key)
      return key
    }
  }

  /// What the store calls an object; nil if it has never spoken of it.
  func reference(of id: NSManagedObjectID) -> Any? {
    guard let key = id.rowKey else { return nil }
    let place = Place(root: ObjectIdentifier(id.entity.root), key: key)
    return state.withLock { $0.references[place]?.base }
  }

  /// The reference as a text; nil for a whole number, which is its own key.
  func text(of id: NSManagedObjectID) -> String? {
    guard let reference = reference(of: id), !(reference is NSNumber), !(reference is Int) else {
      return nil
    }
    return "\(reference)"
  }

  /// Whole numbers that nobody has been called by yet.
  func newNumbers(for entity: NSEntityDescription, count: Int) -> Range<Int64> {
    let root = ObjectIdentifier(entity.root)
    return state.withLock { state in
      let first = (state.lastKeys[root] ?? 0) + 1
      state.lastKeys[root] = first + Int64(count) - 1
      for key in first..<first + Int64(count) {
        state.references[Place(root: root, key: key)] = AnyHashable(NSNumber(value: key))
      }
      return first..<first + Int64(count)
    }
  }

  /// Positive, as keys are.
  private static func key(of reference: AnyHashable) -> Int64 {
    if let number = ExactNumber(reference.base)?.value(as: .integer64AttributeType),
      case .integer(let number) = number, number > 0
    {
      return number
    }
    let digest = SHA256.digest(of: "\(reference.base)")
    return digest.prefix(6).reduce(1) { $0 << 8 | Int64($1) }
  }
}

/// A store whose objects are named by the store's own class.
protocol NamingStore: RowStore {
  func allocateIDs(for objects: [NSManagedObject]) throws -> AllocatedIDs
}
