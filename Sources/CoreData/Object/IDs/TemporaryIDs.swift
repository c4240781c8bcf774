internal import Foundation
internal import Synchronization

/// Numbers the insertions of one stack, and remembers which temporary IDs became permanent.
///
/// Only IDs that went through a child context are remembered: no other object can still hold the
/// temporary one and be meant to find the object by it.
final class TemporaryIDs: Sendable {
  private struct State {
    var lastNumber: UInt64 = 0
    /// What the IDs of an entity have in common.
    var scopes: [ObjectIdentifier: IDScope] = [:]
    /// That of the entity asked for last: new objects often come in rows of one kind.
    var recent: IDScope?
    var permanent: [IDKey: NSManagedObjectID] = [:]
    /// The same the other way round.
    var temporary: [IDKey: NSManagedObjectID] = [:]
  }

  private let state = Mutex(State())

  /// What the next ID is made of.
  func next(for entity: NSEntityDescription) -> (IDScope, NSManagedObjectID.Key) {
    state.withLock { state in
      state.lastNumber += 1
      let key = NSManagedObjectID.Key.insertion(state.lastNumber)
      if let recent = state.recent, recent.entity === entity { return (recent, key) }
      let known = ObjectIdentifier(entity)
      let scope = state.scopes[known] ?? IDScope(entity: entity, storeUUID: "")
      state.scopes[known] = scope
      state.recent = scope
      return (scope, key)
    }
  }

  func remember(_ temporary: NSManagedObjectID, became permanent: NSManagedObjectID) {
    state.withLock { state in
      state.permanent[IDKey(temporary)] = permanent
      state.temporary[IDKey(permanent)] = temporary
    }
  }

  /// Whether any temporary ID is remembered at all.
  var isEmpty: Bool { state.withLock { $0.permanent.isEmpty } }

  func permanentID(of temporary: NSManagedObjectID) -> NSManagedObjectID? {
    state.withLock { $0.permanent[IDKey(temporary)] }
  }

  func temporaryID(of permanent: NSManagedObjectID) -> NSManagedObjectID? {
    state.withLock { $0.temporary[IDKey(permanent)] }
  }
}

extension NSManagedObjectID {
  /// Numbers for objects that are made without a stack, apart from those of every stack.
  private static let numbersWithoutStack = Atomic<UInt64>(1 << 40)

  /// What the temporary ID of a new object is made of.
  ///
  /// - Parameter stack: what numbers the insertions of the object's stack; nil if it has none.
  static func temporary(
    for entity: NSEntityDescription, in stack: TemporaryIDs?
  ) -> (IDScope, Key) {
    if let stack { return stack.next(for: entity) }
    let number = numbersWithoutStack.add(1, ordering: .relaxed).newValue
    return (IDScope(entity: entity, storeUUID: ""), .insertion(number))
  }

  /// An order that does not depend on addresses: by entity, then permanent before temporary.
  func isBefore(_ other: NSManagedObjectID) -> Bool {
    if scope !== other.scope, entity !== other.entity {
      return entity.name ?? "" < other.entity.name ?? ""
    }
    return switch (key, other.key) {
    case (.row(let key), .row(let otherKey)):
      key == otherKey ? storeUUID < other.storeUUID : key < otherKey
    case (.insertion(let one), .insertion(let other)): one < other
    case (.row, .insertion): true
    case (.insertion, .row): false
    }
  }
}
