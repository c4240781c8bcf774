/// The Swift of one property's accessor. It finds the property by a key, so that it fits every
/// version of the model that has the property.
struct AccessorText {
  private let property: NSPropertyDescription
  private let place: EntityLayout.Place
  private let style: AccessorGenerator.Style
  private let name: String
  private let key: String

  /// nil for a property that objects do not keep.
  init?(
    _ property: NSPropertyDescription, in entity: NSEntityDescription,
    style: AccessorGenerator.Style
  ) {
    guard let place = entity.layout.place(of: property.name) else { return nil }
    self.property = property
    self.place = place
    self.style = style
    name = swiftName(property.name)
    key = "Keys.\(name)"
  }

  /// The line that declares the key.
  var keyText: String {
    "    static let \(name) = PropertyKey(\"\(property.name)\", version: version)"
  }

  var text: String {
    switch (property, place) {
    case (let attribute as NSAttributeDescription, .value): attributeText(attribute)
    case (let relationship as NSRelationshipDescription, .value): toOne(relationship)
    case (let relationship as NSRelationshipDescription, .toMany): toMany(relationship)
    default: ""
    }
  }

  private func accessor(_ name: String, type: String, get: String, set: String) -> String {
    """
      var \(name): \(type) {
        get { \(get) }
        set { \(set) }
      }
    """
  }

  /// The name with a capital letter behind a word: `primitiveName`, `addToMembers`.
  private func named(_ word: String) -> String {
    word + property.name.prefix(1).uppercased() + property.name.dropFirst()
  }

  private func attributeText(_ attribute: NSAttributeDescription) -> String {
    let (type, absent) = attribute.accessorType
    return accessor(
      name, type: type, get: "attribute(\(key))", set: "setAttribute(\(key), to: newValue)")
      + "\n\n"
      + accessor(
        named("primitive"), type: type,
        get: "primitive(\(key))" + (absent.map { " ?? \($0)" } ?? ""),
        set: "setPrimitive(\(key), to: newValue)")
  }

  private func toOne(_ relationship: NSRelationshipDescription) -> String {
    let type = destination(relationship) + "?"
    return accessor(
      name, type: type, get: "related(\(key))", set: "setRelated(\(key), to: newValue)")
      + "\n\n"
      + accessor(
        named("primitive"), type: type, get: "primitive(\(key))",
        set: "setPrimitive(\(key), to: newValue)")
  }

  // MARK: To-many relationships

  private func toMany(_ relationship: NSRelationshipDescription) -> String {
    let member = destination(relationship)
    let isOrdered = relationship.isOrdered
    let bag = isOrdered ? "NSOrderedSet" : "NSSet"
    let list = isOrdered ? "[\(member)]" : "Set<\(member)>"
    let label = isOrdered ? "ordered" : "many"
    let variable = accessor(
      name, type: style == .foundation ? "\(bag)?" : list, get: "related(\(label): \(key))",
      set: "setRelated(\(label): \(key), to: newValue)")
    let edits = isOrdered ? orderedEdits(member) : edits(member)
    return ([variable] + edits).joined(separator: "\n\n")
  }

  private func edits(_ member: String) -> [String] {
    let members = "mutableSetValue(forKey: \"\(property.name)\")"
    return [
      method("addTo", "_ value: \(member)", "\(members).add(value)"),
      method("addTo", "_ values: NSSet", "\(members).addObjects(from: values.allObjects)"),
      method("removeFrom", "_ value: \(member)", "\(members).remove(value)"),
      method("removeFrom", "_ values: NSSet", "values.forEach(\(members).remove)"),
    ]
  }

  private func orderedEdits(_ member: String) -> [String] {
    let members = "mutableOrderedSetValue(forKey: \"\(property.name)\")"
    return [
      method("addTo", "_ value: \(member)", "\(members).add(value)"),
      method("addTo", "_ values: NSOrderedSet", "\(members).union(values)"),
      method("removeFrom", "_ value: \(member)", "\(members).remove(value)"),
      method("removeFrom", "_ values: NSOrderedSet", "\(members).minus(values)"),
      method(
        "insertInto", "_ value: \(member), at index: Int", "\(members).insert(value, at: index)"),
      method("removeFrom", "at index: Int", "\(members).removeObject(at: index)"),
      method(
        "replace", "at index: Int, with value: \(member)",
        "\(members).replaceObject(at: index, with: value)"),
      method(
        "insertInto", "_ values: [\(member)], at indexes: NSIndexSet",
        "\(members).insert(values, at: indexes as IndexSet)"),
      method(
        "removeFrom", "at indexes: NSIndexSet",
        "\(members).removeObjects(at: indexes as IndexSet)"),
      method(
        "replace", "at indexes: NSIndexSet, with values: [\(member)]",
        "\(members).replaceObjects(at: indexes as IndexSet, with: values)"),
    ]
  }

  private func method(_ word: String, _ parameters: String, _ body: String) -> String {
    """
      func \(named(word))(\(parameters)) {
        \(body)
      }
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
  /// The Swift type of the accessor, and what an absent value reads as: numbers are as they are,
  /// everything else is optional, as Xcode generates it.
  fileprivate var accessorType: (type: String, absent: String?) {
    switch attributeType {
    case .integer16AttributeType: ("Int16", "0")
    case .integer32AttributeType: ("Int32", "0")
    case .integer64AttributeType: ("Int64", "0")
    case .doubleAttributeType: ("Double", "0")
    case .floatAttributeType: ("Float", "0")
    case .booleanAttributeType: ("Bool", "false")
    case .decimalAttributeType: ("NSDecimalNumber?", nil)
    case .stringAttributeType: ("String?", nil)
    case .dateAttributeType: ("Date?", nil)
    case .binaryDataAttributeType: ("Data?", nil)
    case .UUIDAttributeType: ("UUID?", nil)
    case .URIAttributeType: ("URL?", nil)
    case .objectIDAttributeType: ("NSManagedObjectID?", nil)
    case .compositeAttributeType: ("[String: Any]?", nil)
    // Not `NSObject?` as in Xcode: here a Swift array or dictionary is none.
    case .transformableAttributeType, .undefinedAttributeType: ("Any?", nil)
    }
  }
}
