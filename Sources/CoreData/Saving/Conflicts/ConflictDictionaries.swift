internal import Foundation

extension Row {
  /// The row as programs get it: by property name, `NSNull` for nil, IDs for destinations.
  var dictionary: [String: Any] {
    var found: [String: Any] = [:]
    for (slot, property) in id.scope.layout.slots.enumerated() {
      found[property.name] = property.foundationValue(values[slot]) ?? NSNull()
    }
    return found
  }
}

extension NSPropertyDescription {
  fileprivate func foundationValue(_ value: Value) -> Any? {
    if case .reference(let id) = value { return id }
    return (self as? NSAttributeDescription)?.object(for: value)
  }
}

extension UniquenessClash {
  /// The claimed values as programs get them.
  var dictionary: [String: Any] {
    guard let entity = claimants.first?.entity else { return [:] }
    var found: [String: Any] = [:]
    for (name, value) in values {
      found[name] = entity.propertiesByName[name]?.foundationValue(value) ?? NSNull()
    }
    return found
  }
}
