/// The Swift of one property's accessor. It names the property's place by number, so that reading
/// looks nothing up.
struct AccessorText {
  private let property: NSPropertyDescription
  private let place: EntityLayout.Place

  /// nil for a property that objects do not keep.
  init?(_ property: NSPropertyDescription, in entity: NSEntityDescription) {
    guard let place = entity.layout.place(of: property.name) else { return nil }
    self.property = property
    self.place = place
  }

  var text: String {
    switch (property, place) {
    case (let attribute as NSAttributeDescription, .value(let slot)):
      accessor(
        type: attribute.accessorType, get: "attribute(\(slot))",
        set: "setAttribute(\(slot), to: newValue)")
    case (let relationship as NSRelationshipDescription, .value(let slot)):
      accessor(
        type: destination(relationship) + "?", get: "related(\(slot))",
        set: "setRelated(\(slot), to: newValue)")
    case (let relationship as NSRelationshipDescription, .toMany(let index)):
      toMany(relationship, index)
    default: ""
    }
  }

  private func accessor(type: String, get: String, set: String) -> String {
    """
      var \(swiftName(property.name)): \(type) {
        get { \(get) }
        set { \(set) }
      }
    """
  }

  private func toMany(_ relationship: NSRelationshipDescription, _ index: Int) -> String {
    let member = destination(relationship)
    let label = relationship.isOrdered ? "ordered" : "many"
    let type = relationship.isOrdered ? "[\(member)]" : "Set<\(member)>"
    let variable = accessor(
      type: type, get: "related(\(label): \(index))",
      set: "setRelated(\(label): \(index), to: newValue)")
    let suffix = property.name.prefix(1).uppercased() + property.name.dropFirst()
    return """
      \(variable)

        func addTo\(suffix)(_ member: \(member)) { add(member, toMany: \(index)) }

        func removeFrom\(suffix)(_ member: \(member)) { remove(member, fromMany: \(index)) }
      """
  }

  private func destination(_ relationship: NSRelationshipDescription) -> String {
    relationship.destinationEntity?.humanClass ?? "NSManagedObject"
  }
}

/// A name as Swift takes it for a property.
private func swiftName(_ name: String) -> String { swiftWords.contains(name) ? "`\(name)`" : name }

/// The words that Swift does not take as a property's name.
private let swiftWords: Set<String> = [
  "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
  "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
  "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
  "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
  "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
  "typealias", "var", "where", "while",
]

extension NSAttributeDescription {
  /// The Swift type of the accessor: numbers as they are, everything else optional, as Xcode
  /// generates it.
  fileprivate var accessorType: String {
    switch attributeType {
    case .integer16AttributeType: "Int16"
    case .integer32AttributeType: "Int32"
    case .integer64AttributeType: "Int64"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .booleanAttributeType: "Bool"
    case .decimalAttributeType: "NSDecimalNumber?"
    case .stringAttributeType: "String?"
    case .dateAttributeType: "Date?"
    case .binaryDataAttributeType: "Data?"
    case .UUIDAttributeType: "UUID?"
    case .URIAttributeType: "URL?"
    case .objectIDAttributeType: "NSManagedObjectID?"
    case .compositeAttributeType: "[String: Any]?"
    case .transformableAttributeType, .undefinedAttributeType: "NSObject?"
    }
  }
}
