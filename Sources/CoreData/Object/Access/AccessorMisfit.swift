internal import Foundation

extension NSManagedObject {
  /// Stops the program at an accessor that was made for another version of the entity: what it
  /// would read or write is another property's.
  final func misfit(_ key: PropertyKey, _ wanted: String, found: Any? = nil) -> Never {
    let entity = idScope.entity
    let made =
      key.version.isEmpty
      ? "The accessor \(type(of: self)).\(key.name)"
      : "The class \(type(of: self)) was generated from version \(key.version) of the model. Its "
        + "accessor \(key.name)"
    let there =
      found.map { "holds \(type(of: $0)) there" }
      ?? entity.property(named: key.name).map { "has \($0.words) there" }
      ?? "has no such property"
    misuse(
      "\(made) is for \(wanted), but the entity \(entity.name ?? "?") in version "
        + "\(entity.versionName) of the model in use \(there). Generate the class from that "
        + "version again, or open the store with the version that the class was made for.")
  }
}

extension NSEntityDescription {
  /// The version of the model, by the name of its file if it has one, and of the entity in it.
  var versionName: String {
    let hash = versionHash.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let name = owningModel?.origin?.versionName
    return name.map { "'\($0)' (\(hash))" } ?? "(\(hash))"
  }
}

extension NSPropertyDescription {
  /// What kind of property it is, as an accessor would name its type.
  fileprivate var words: String {
    switch self {
    case let attribute as NSAttributeDescription: SlotKind(attribute).words
    case let relationship as NSRelationshipDescription:
      (relationship.isToMany ? relationship.isOrdered ? SlotKind.ordered : .toMany : .toOne).words
    default: "\(type(of: self))"
    }
  }
}

extension SlotKind {
  /// The Swift type, or what else an accessor is for.
  var words: String {
    switch self {
    case .text: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .decimal: "NSDecimalNumber"
    case .boolean: "Bool"
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .object: "an object of any type"
    case .toOne: "a to-one relationship"
    case .toMany: "a to-many relationship"
    case .ordered: "an ordered to-many relationship"
    }
  }
}
