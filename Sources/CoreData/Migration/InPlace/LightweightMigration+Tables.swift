internal import Foundation

// Which old column fills a new one, and what fills it when there is none.

extension Migration {
  /// Numbers follow the names of the entities, so a new entity may change all of them.
  func newNumber(of column: String, _ old: [String: OldEntity]) -> String {
    let cases = names.entities.compactMap { entity in
      former(entity, old).map { "WHEN \($0.number) THEN \(names.number(of: entity))" }
    }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }

  func columns(
    of property: NSPropertyDescription, in present: Set<String>, table: String,
    _ old: [String: OldEntity]
  ) throws -> [(to: String, from: String)] {
    guard let column = names.column(of: property) else { return [] }
    let attribute = property as? NSAttributeDescription
    let fallback = attribute.flatMap(defaultValue)
    guard let source = formerColumn(of: property, in: present, old) else {
      if let fallback { return [(column.name, fallback)] }
      if !property.isOptional { try requireNoRows(in: table, for: property) }
      return []
    }
    let name =
      attribute.map { moved(sqlIdentifier(source.column), $0, old) }
      ?? sqlIdentifier(source.column)
    var copied = [
      (column.name, property.isOptional ? name : fallback.map { "IFNULL(\(name), \($0))" } ?? name)
    ]
    if let entity = column.entity,
      let known = present.sorted().first(where: { $0.isEntityColumn(of: source.name) })
    {
      copied.append((entity, newNumber(of: sqlIdentifier(known), old)))
    }
    if let order = column.order, present.contains("Z_FOK_" + source.name) {
      copied.append((order, sqlIdentifier("Z_FOK_" + source.name)))
    }
    return copied
  }

  /// What an entity was in the old database; nil if it is new.
  func former(_ entity: NSEntityDescription, _ old: [String: OldEntity]) -> OldEntity? {
    let origins = old.keys.map { ($0, record?.origin(of: $0) ?? $0) }
    return FormerNames(origins: Dictionary(uniqueKeysWithValues: origins))
      .name(of: entity.name ?? "", from: entity.originalName).flatMap { old[$0] }
  }

  /// What a property was called in an old entity; nil if it is new, or if the file does not say.
  func formerName(of property: NSPropertyDescription, in entity: OldEntity) -> String? {
    record?.origins(ofPropertiesOf: entity.name).flatMap {
      FormerNames(origins: $0).name(of: property.name, from: property.originalName)
    }
  }

  /// The old column of a property, and the name behind it as columns have it.
  private func formerColumn(
    of property: NSPropertyDescription, in present: Set<String>, _ old: [String: OldEntity]
  ) -> (name: String, column: String)? {
    func columnName(_ name: String) -> String {
      name.uppercased().replacing(".", with: "_")
    }
    if let entity = property.owner.flatMap({ former($0, old) }),
      let name = formerName(of: property, in: entity)
    {
      let column = record?.column(of: name, in: entity.name) ?? "Z" + columnName(name)
      if present.contains(column) { return (columnName(name), column) }
    }
    // The file does not say, or another entity of the family had it.
    return [property.originalName, property.name].map(columnName)
      .first { present.contains("Z" + $0) }.map { ($0, "Z" + $0) }
  }

  /// A column of large values that are to lie in files from now on, or no longer.
  private func moved(
    _ column: String, _ attribute: NSAttributeDescription, _ old: [String: OldEntity]
  ) -> String {
    // A store of Apple's does not say it, and marks such values as ours do.
    guard let record else { return column }
    let entity = attribute.owner.flatMap { former($0, old) }
    let name = entity.flatMap { formerName(of: attribute, in: $0) } ?? attribute.originalName
    return switch (record.isExternal(name, in: entity?.name ?? ""), attribute.isExternal) {
    case (false, true): "\(ExternalFiles.store)(\(column))"
    case (true, false): "\(ExternalFiles.load)(\(column))"
    default: column
    }
  }

  /// The default value of an attribute, as its column is to hold it.
  private func defaultValue(of attribute: NSAttributeDescription) -> String? {
    let literal = literal(ofDefaultOf: attribute)
    return attribute.isExternal ? literal.map { "\(ExternalFiles.store)(\($0))" } : literal
  }

  /// The same as it is without files.
  func literal(ofDefaultOf attribute: NSAttributeDescription) -> String? {
    switch (try? attribute.storedValue(of: attribute.defaultValue))?.sqlBinding {
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let data): "x'" + data.map { String(format: "%02x", Int($0)) }.joined() + "'"
    case .null, nil: nil
    }
  }

  private func requireNoRows(in table: String, for property: NSPropertyDescription) throws {
    let count = try list("SELECT COUNT(*) FROM \(sqlIdentifier(table))") { $0.integer(0) }
    if count.first != 0 { throw CocoaError.migrationNeedsValue(label, property) }
  }
}

extension String {
  /// Whether this is a column `Z<number>_<NAME>`, which tells the entity of a reference.
  fileprivate func isEntityColumn(of name: String) -> Bool {
    guard hasPrefix("Z"), hasSuffix("_" + name) else { return false }
    let number = dropFirst().dropLast(name.count + 1)
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}

extension CocoaError {
  static func migrationChangesType(
    _ store: String, _ attribute: NSAttributeDescription
  ) -> CocoaError {
    coreData(
      .inferredMappingModel, store,
      "cannot be migrated: \(attribute.owner?.name ?? "?").\(attribute.name) has another type "
        + "than before, which not every value of it would fit",
      wayOut: "Give the attribute a new name and copy the values in code, or keep the type.")
  }

  static func migrationMergesFamilies(
    _ store: String, _ root: NSEntityDescription, _ sources: [String]
  ) -> CocoaError {
    coreData(
      .inferredMappingModel, store,
      "cannot be migrated: \(sources.joined(separator: " and ")) had no common parent, and below "
        + "\(root.name ?? "?") their rows would have the same keys",
      wayOut: "Leave them apart, or copy the objects in code into a store of the new model.")
  }

  fileprivate static func migrationNeedsValue(
    _ store: String, _ property: NSPropertyDescription
  ) -> CocoaError {
    coreData(
      .inferredMappingModel, store,
      "cannot be migrated: \(property.owner?.name ?? "?").\(property.name) is new and needs a "
        + "value in every row",
      wayOut: "Make it optional, give it a default value, or name what it was before as its "
        + "renaming identifier.")
  }
}

// Many-to-many relationships: their tables are called after one side, which may be the other one
// after entities were renamed.

extension Migration {
  func copyPairs(of entity: NSEntityDescription, from old: [String: OldEntity]) throws {
    guard let source = former(entity, old) else { return }
    let tables = Set(try oldTables())
    for relationship in entity.ownProperties.compactMap({ $0 as? NSRelationshipDescription }) {
      guard case .pairs(let side)? = names.members(of: relationship) else { continue }
      let known = formerName(of: relationship, in: source).map { [$0] }
      let oldNames = known ?? [relationship.originalName, relationship.name]
      func table(_ name: String) -> String {
        "\(Self.aside)Z_\(source.number)\(name.uppercased())"
      }
      if let name = oldNames.first(where: { tables.contains(table($0)) }) {
        try copyPairs(of: relationship, side, from: table(name), called: name)
      } else if let name = known?.first {
        try copyReferences(called: name, of: source, side, from: old)
      }
    }
  }

  /// The table is named after its first side, and that side's owner comes first in it; so does its
  /// order, if it has one.
  private func copyPairs(
    of relationship: NSRelationshipDescription, _ side: SchemaNames.JoinTable.Side,
    from table: String, called name: String
  ) throws {
    let columns = try list(
      "SELECT name FROM pragma_table_info('\(table.replacing("'", with: "''"))') ORDER BY cid"
    ) { sqlIdentifier($0.text(0)) }
    guard columns.count > 1 else { return }
    var copied = [(side.owner, columns[0]), (side.member, columns[1])]
    let own = sqlIdentifier("Z_FOK_" + name.uppercased())
    if let order = side.order, columns.contains(own) { copied.append((order, own)) }
    if let back = relationship.inverseRelationship, back !== relationship,
      case .pairs(let other)? = names.members(of: back), let order = other.order,
      let old = columns.dropFirst(2).first(where: { $0 != own })
    {
      copied.append((order, old))
    }
    try execute(
      "INSERT OR IGNORE INTO \(side.table) (\(copied.map(\.0).joined(separator: ", "))) "
        + "SELECT \(copied.map(\.1).joined(separator: ", ")) FROM \(sqlIdentifier(table))")
  }

  /// A relationship that was to-one: its column becomes pairs.
  private func copyReferences(
    called name: String, of source: OldEntity, _ side: SchemaNames.JoinTable.Side,
    from old: [String: OldEntity]
  ) throws {
    let table = Self.aside + "Z" + rootName(of: source, old).uppercased()
    let column = record?.column(of: name, in: source.name) ?? "Z" + name.uppercased()
    let columns = try list(
      "SELECT name FROM pragma_table_info('\(table.replacing("'", with: "''"))')"
    ) { $0.text(0) }
    // An attribute may have had the name.
    guard columns.contains(column), record?.type(of: name, in: source.name) == nil else { return }
    try execute(
      "INSERT OR IGNORE INTO \(side.table) (\(side.owner), \(side.member)) "
        + "SELECT Z_PK, \(sqlIdentifier(column)) FROM \(sqlIdentifier(table)) "
        + "WHERE \(sqlIdentifier(column)) IS NOT NULL")
  }
}
