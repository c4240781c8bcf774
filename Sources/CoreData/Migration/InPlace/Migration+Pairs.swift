internal import Foundation

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
