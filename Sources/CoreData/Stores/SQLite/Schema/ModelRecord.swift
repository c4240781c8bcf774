internal import Foundation

/// What a store keeps of the model it was written with, beside version hashes: the type of each
/// attribute, which its column does not tell, the names that things were renamed from, and columns
/// that are not called after their properties. It stands where Apple keeps the whole model.
struct ModelRecord {
  private typealias Attributes = [String: [String: [String: Any]]]
  private static let doing = "reading the record of the model"
  private let attributes: Attributes
  /// By entity and name, for all that is stored: `was` and `column`, where they are something else.
  private let properties: [String: [String: [String: String]]]
  /// What entities go back to, by name.
  private let entities: [String: String]

  /// Of a store that says nothing.
  static var empty: ModelRecord { ModelRecord() }

  private init() { (attributes, properties, entities) = ([:], [:], [:]) }

  init(of model: NSManagedObjectModel) {
    var all: Attributes = [:]
    var stored: [String: [String: [String: String]]] = [:]
    for entity in model.entities {
      for property in entity.storedProperties where !property.isTransient {
        let column = model.schemaNames.column(of: property)?.name.unquoted
        var facts: [String: String] = [:]
        facts["was"] = property.formerName
        facts["column"] = column == property.ownColumn ? nil : column
        stored[entity.name ?? "", default: [:]][property.name] = facts
      }
      for (name, attribute) in entity.attributesByName {
        var facts: [String: Any] = ["type": Int(attribute.attributeType.rawValue)]
        facts["was"] = attribute.formerName
        facts["external"] = attribute.isExternal ? true : nil
        all[entity.name ?? "", default: [:]][name] = facts
      }
    }
    attributes = all
    properties = stored
    entities = model.entitiesByName.mapValues(\.originalName)
  }

  /// nil for a store that says nothing of its model, or says it as Apple does.
  init?(readFrom connection: SQLiteConnection) throws {
    let tables = try connection.prepared(
      "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'Z_MODELCACHE'", doing: Self.doing
    ).first { $0.integer(0) }
    guard tables == 1 else { return nil }
    let data = try connection.prepared("SELECT Z_CONTENT FROM Z_MODELCACHE", doing: Self.doing)
      .first { $0.data(0) }
    guard let data,
      let list = SoundPropertyList.list(from: data) as? [String: Any],
      let attributes = list["attributes"] as? Attributes
    else { return nil }
    self.attributes = attributes
    // Files of earlier releases do not have these.
    properties = list["properties"] as? [String: [String: [String: String]]] ?? [:]
    entities = list["entities"] as? [String: String] ?? [:]
  }

  func data() throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: [
        "attributes": attributes, "properties": properties, "entities": entities,
      ], format: .binary, options: 0)
  }

  static func write(_ model: NSManagedObjectModel, to connection: SQLiteConnection) throws {
    let statement = try connection.prepared(
      "INSERT INTO Z_MODELCACHE VALUES (?)", doing: "writing the record of the model")
    statement.bind(try model.modelRecord(), at: 1)
    try statement.run()
  }

  func type(of attribute: String, in entity: String) -> NSAttributeType? {
    (attributes[entity]?[attribute]?["type"] as? Int)
      .flatMap { NSAttributeType(rawValue: UInt($0)) }
  }

  /// Whether both tell of the same model.
  func saysTheSame(as other: ModelRecord) -> Bool {
    func words(_ attributes: Attributes) -> [String: [String: String]] {
      attributes.mapValues { entity in
        entity.mapValues { facts in
          "\(facts["type"] as? Int ?? -1) \(facts["external"] as? Bool ?? false) "
            + (facts["was"] as? String ?? "")
        }
      }
    }
    return words(attributes) == words(other.attributes) && properties == other.properties
      && entities == other.entities
  }

  /// What an entity goes back to.
  func origin(of entity: String) -> String { entities[entity] ?? entity }

  /// What the stored properties of an entity go back to; nil if the file does not say.
  func origins(ofPropertiesOf entity: String) -> [String: String]? {
    properties[entity].map { known in
      Dictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value["was"] ?? $0.key) })
    }
  }

  /// The column of a property, if it is not called after it.
  func column(of property: String, in entity: String) -> String? {
    properties[entity]?[property]?["column"]
  }

  /// Whether large values of an attribute lie in files.
  func isExternal(_ attribute: String, in entity: String) -> Bool {
    attributes[entity]?[attribute]?["external"] as? Bool ?? false
  }

  /// Whether attributes took over the names of others since the store was written. Version hashes
  /// do not show it: names and types are the same as before.
  static func hasExchanges(
    in entities: [NSEntityDescription], since connection: SQLiteConnection
  ) throws -> Bool {
    let renamed = entities.flatMap { entity in
      entity.attributesByName.values.filter { attribute in
        attribute.formerName.map { entity.attributesByName[$0] != nil } ?? false
      }.map { (entity: entity.name ?? "", attribute: $0) }
    }
    if renamed.isEmpty { return false }
    let record = try ModelRecord(readFrom: connection)
    return renamed.contains { entity, attribute in
      record?.attributes[entity]?[attribute.name]?["was"] as? String != attribute.formerName
    }
  }
}

extension NSPropertyDescription {
  /// What it was called before, if that was something else.
  var formerName: String? { renamingIdentifier == name ? nil : renamingIdentifier }
  /// What its column is called, if no other one has the name.
  var ownColumn: String { "Z" + columnName }
}

extension NSAttributeType {
  /// Whether every value of the other type is one of this, so that a migration may take it over.
  func takesEverything(of other: NSAttributeType) -> Bool {
    switch (other, self) {
    case (.integer16AttributeType, .integer32AttributeType),
      (.integer16AttributeType, .integer64AttributeType),
      (.integer32AttributeType, .integer64AttributeType),
      (.floatAttributeType, .doubleAttributeType):
      true
    default: self == other
    }
  }
}
