internal import Foundation

// Which old column fills a new one, and what fills it when there is none.

extension Migration {
  /// Numbers follow the names of the entities, so a new entity may change all of them.
  func newNumber(of column: String, _ old: [String: OldEntity]) -> String {
    let cases = names.entities.compactMap { entity in
      old[entity.oldName].map { "WHEN \($0.number) THEN \(names.number(of: entity))" }
    }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }

  func columns(
    of property: NSPropertyDescription, in present: Set<String>, table: String,
    _ old: [String: OldEntity]
  ) throws -> [(to: String, from: String)] {
    guard let column = names.column(of: property) else { return [] }
    let oldName = (property.renamingIdentifier ?? property.name).uppercased()
    let oldColumn = "Z" + oldName
    let attribute = property as? NSAttributeDescription
    let fallback = attribute.flatMap(defaultValue)
    guard present.contains(oldColumn) else {
      if let fallback { return [(column.name, fallback)] }
      if !property.isOptional { try requireNoRows(in: table, for: property) }
      return []
    }
    let name = attribute.map { moved(sqlIdentifier(oldColumn), $0) } ?? sqlIdentifier(oldColumn)
    var copied = [
      (column.name, property.isOptional ? name : fallback.map { "IFNULL(\(name), \($0))" } ?? name)
    ]
    if let entity = column.entity,
      let source = present.first(where: { $0.isEntityColumn(of: oldName) })
    {
      copied.append((entity, newNumber(of: sqlIdentifier(source), old)))
    }
    if let order = column.order, present.contains("Z_FOK_" + oldName) {
      copied.append((order, sqlIdentifier("Z_FOK_" + oldName)))
    }
    return copied
  }

  /// A column of large values that are to lie in files from now on, or no longer.
  private func moved(_ column: String, _ attribute: NSAttributeDescription) -> String {
    // A store of Apple's does not say it, and marks such values as ours do.
    guard let record else { return column }
    let (entity, name) = (attribute.entity?.oldName ?? "", attribute.formerName ?? attribute.name)
    return switch (record.isExternal(name, in: entity), attribute.isExternal) {
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

  private func literal(ofDefaultOf attribute: NSAttributeDescription) -> String? {
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
      "cannot be migrated: \(attribute.entity?.name ?? "?").\(attribute.name) has another type "
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
      "cannot be migrated: \(property.entity?.name ?? "?").\(property.name) is new and needs a "
        + "value in every row",
      wayOut: "Make it optional, give it a default value, or name what it was before as its "
        + "renaming identifier.")
  }
}
