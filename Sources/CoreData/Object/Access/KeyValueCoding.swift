internal import Foundation

extension NSManagedObject {
  final func read(_ key: String) -> Any? {
    guard let place = idScope.layout.place(of: key) else {
      return value(forSpecialKey: key)
    }
    fireIfNeeded(for: key)
    switch place {
    case .value(let slot): return object(in: slot)
    case .toMany(let index): return members(index, as: Any.self)
    }
  }

  final func write(_ key: String, _ value: Any?) {
    guard let place = idScope.layout.place(of: key) else {
      if let composite = idScope.layout.composite(key) {
        return write(composite, value, key) { write($0, $1) }
      }
      setValue(value, forUndefinedKey: key)
      return
    }
    checkConfinement(key)
    switch place {
    case .value(let slot):
      if let attribute = idScope.layout.slots[slot] as? NSAttributeDescription {
        write(slot, stored(value, as: attribute))
      } else {
        setDestination(slot, to: destinationObject(value, key))
      }
    case .toMany(let index): setMembers(index, to: memberObjects(value, key))
    }
  }

  // MARK: Primitive access: no fault fires, nothing is noted, the other side is not touched

  final func readPrimitive(_ key: String) -> Any? {
    switch idScope.layout.place(of: key) {
    case .value(let slot): isFault ? nil : object(in: slot)
    case .toMany(let index): isFault ? nil : members(index, as: Any.self)
    case nil: isFault ? nil : value(forSpecialKey: key)
    }
  }

  final func writePrimitive(_ key: String, _ value: Any?) {
    switch idScope.layout.place(of: key) {
    case .value(let slot):
      if isFault { fire(for: key) }
      if storage.values == nil { storage.values = currentValues }
      if let attribute = idScope.layout.slots[slot] as? NSAttributeDescription {
        storage.values?[slot] = stored(value, as: attribute)
      } else {
        let destination = destinationObject(value, key)
        storage.values?[slot] = destination.map { .reference($0.identity) } ?? .null
        storage.destinations[slot] = destination
      }
    case .toMany(let index):
      let wanted = ObjectList(memberObjects(value, key))
      let isOrdered = idScope.plan.toMany[index].isOrdered
      for object in memberList(index) where !wanted.contains(object) {
        withToMany(index) { $0.remove(object, isOrdered: isOrdered) }
      }
      for object in wanted { withToMany(index) { $0.add(object, isOrdered: isOrdered) } }
    case nil:
      guard let composite = idScope.layout.composite(key) else {
        return setValue(value, forUndefinedKey: key)
      }
      if isFault { fire(for: key) }
      if storage.values == nil { storage.values = currentValues }
      write(composite, value, key) { storage.values?[$0] = $1 }
    }
  }

  // MARK: Values in and out

  /// The value of a slot as a program gets it.
  final func object(in slot: Int) -> Any? {
    guard let type = idScope.layout.types[slot] else { return destination(slot) }
    return type.object(for: current(slot))
  }

  final func object(for value: Value, in slot: Int) -> Any? {
    if let type = idScope.layout.types[slot] { return type.object(for: value) }
    guard case .reference(let id) = value else { return nil }
    return registry?.context?.object(forReference: id)
  }

  private final func stored(_ value: Any?, as attribute: NSAttributeDescription) -> Value {
    do { return try attribute.storedValue(of: value) } catch { misuse(error.sentence) }
  }

  private final func destinationObject(_ value: Any?, _ key: String) -> NSManagedObject? {
    switch value {
    case nil, is NSNull: return nil
    case let object as NSManagedObject: return object
    case .some(let value):
      misuse(
        "Unacceptable type of value for to-one relationship: property = \(key); given type = "
          + "\(type(of: value)). Set an object of the destination entity, or nil.")
    }
  }

  private final func memberObjects(_ value: Any?, _ key: String) -> [NSManagedObject] {
    switch value {
    case nil, is NSNull: return []
    case let ordered as NSOrderedSet: return ordered.array.compactMap { $0 as? NSManagedObject }
    case let objects as [NSManagedObject]: return objects
    // A set has no order of its own; that of the IDs makes two runs do the same.
    case let objects as Set<NSManagedObject>: return objects.sorted(by: NSManagedObject.isBefore)
    case let objects as NSSet:
      return objects.allObjects.compactMap { $0 as? NSManagedObject }
        .sorted(by: NSManagedObject.isBefore)
    case .some(let value):
      misuse(
        "Unacceptable type of value for to-many relationship: property = \(key); given type = "
          + "\(type(of: value)). Set a Set, an NSSet, an NSOrderedSet or an array of objects.")
    }
  }

  /// An order of objects that does not depend on addresses.
  static func isBefore(_ one: NSManagedObject, _ other: NSManagedObject) -> Bool {
    one.identity.isBefore(other.identity)
  }

  // MARK: Other keys

  private final func value(forSpecialKey key: String) -> Any? {
    switch key {
    case "self", "SELF": self
    case "objectID": objectID
    case "entity": entity
    default: composite(key) ?? fetched(key) ?? value(forUndefinedKey: key)
    }
  }

  /// Writes the parts of a composite attribute, each by `put`.
  private final func write(
    _ composite: CompositeSlots, _ value: Any?, _ key: String, _ put: (Int, Value) -> Void
  ) {
    var dictionary: [String: Any]?
    if let value, !(value is NSNull) {
      guard let given = value as? [String: Any] else {
        misuse(
          "Unacceptable type of value for composite attribute: property = \(key); given type = "
            + "\(type(of: value)). Set a dictionary with the names of its parts, or nil.")
      }
      dictionary = given
    }
    composite.visit(dictionary) { slot, value in
      guard let attribute = idScope.layout.slots[slot] as? NSAttributeDescription else { return }
      put(slot, stored(value, as: attribute))
    }
  }

  /// The composite attribute or fetched property of that name, in one more optional.
  private final func composite(_ key: String) -> Any?? {
    guard let slots = idScope.layout.composite(key) else { return nil }
    fireIfNeeded(for: key)
    return .some(slots.dictionary { object(for: current($0), in: $0) })
  }

  private final func fetched(_ key: String) -> Any?? {
    guard let property = entity.property(named: key) as? NSFetchedPropertyDescription else {
      return nil
    }
    return .some(objects(of: property))
  }

  final func undefinedKey(_ key: String) -> Never { misuse(unknownKey(key)) }

  final func unknownKey(_ key: String) -> String {
    let known = identity.entity.propertiesByName.keys.sorted().joined(separator: ", ")
    return "the entity \(identity.entity.name ?? "?") is not key value coding-compliant for the "
      + "key \"\(key)\". It has: \(known)."
  }
}

// MARK: Several keys at once

extension NSManagedObject {
  /// Sets several properties; `NSNull` stands for nil.
  public final func setValuesForKeys(_ values: [String: Any]) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { setValue(value, forKey: key) }
  }

  /// The values of several properties; `NSNull` stands for nil.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { $1 })
  }
}
