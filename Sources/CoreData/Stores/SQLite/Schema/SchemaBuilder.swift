/// Gives every stored thing of a model its name in SQL, once, in an order that depends only on
/// the names in the model.
struct SchemaBuilder {
  let entities: [NSEntityDescription]
  let numbers: [ObjectIdentifier: Int64]
  var tables: [SchemaNames.Table] = []
  var joinTables: [SchemaNames.JoinTable] = []
  var tableIndex: [ObjectIdentifier: Int] = [:]
  var columns: [ObjectIdentifier: SchemaNames.Column] = [:]
  var members: [ObjectIdentifier: SchemaNames.Members] = [:]

  private var tableNames = NameTaker(
    taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ATRANSACTION", "ACHANGE"])

  init(entities: [NSEntityDescription], numbers: [ObjectIdentifier: Int64]) {
    self.entities = entities
    self.numbers = numbers
  }

  mutating func build() {
    for root in entities where root.superentity == nil { addTable(for: root) }
    for relationship in storedRelationships where relationship.isToMany {
      addMembers(of: relationship)
    }
  }

  private var storedRelationships: [NSRelationshipDescription] {
    entities.flatMap { entity in
      entity.ownProperties.sorted { $0.name < $1.name }
        .compactMap { $0 as? NSRelationshipDescription }.filter { !$0.isTransient }
    }
  }

  private mutating func addTable(for root: NSEntityDescription) {
    let name = tableNames.take("Z" + (root.name ?? "").uppercased())
    var columnNames = NameTaker(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
    var table = SchemaNames.Table(name: name, columns: [("Z_ENT", .integer), ("Z_OPT", .integer)])
    for entity in root.family {
      tableIndex[ObjectIdentifier(entity)] = tables.count
      for property in entity.storedProperties.sorted(by: { $0.name < $1.name }) {
        guard let column = column(for: property, &columnNames) else { continue }
        columns[ObjectIdentifier(property)] = column
        table.columns.append((column.name, column.type))
        if let entity = column.entity { table.columns.append((entity, .integer)) }
        if let order = column.order { table.columns.append((order, .integer)) }
      }
    }
    tables.append(table)
  }

  private func column(
    for property: NSPropertyDescription, _ names: inout NameTaker
  ) -> SchemaNames.Column? {
    guard !property.isTransient else { return nil }
    let upper = property.columnName
    if let attribute = property as? NSAttributeDescription {
      return SchemaNames.Column(
        name: names.take("Z" + upper), type: SQLType(attribute.attributeType))
    }
    guard let relationship = property as? NSRelationshipDescription, !relationship.isToMany else {
      return nil
    }
    var column = SchemaNames.Column(name: names.take("Z" + upper), type: .integer)
    if let destination = relationship.destinationEntity, !destination.subentities.isEmpty {
      column.entity = names.take("Z\(number(of: destination))_" + upper)
    }
    if relationship.inverseRelationship?.isOrdered == true {
      column.order = names.take("Z_FOK_" + upper)
    }
    return column
  }

  private mutating func addMembers(of relationship: NSRelationshipDescription) {
    guard let destination = relationship.destinationEntity,
      members[ObjectIdentifier(relationship)] == nil
    else { return }
    if let inverse = relationship.inverseRelationship, !inverse.isToMany {
      guard let owner = columns[ObjectIdentifier(inverse)],
        let index = tableIndex[ObjectIdentifier(destination)]
      else { return }
      members[ObjectIdentifier(relationship)] = .column(table: tables[index].name, owner: owner)
    } else {
      addPairs(of: relationship, and: relationship.inverseRelationship, destination)
    }
  }

  /// Relationships arrive sorted by entity and name, so the first of a pair names the table.
  private mutating func addPairs(
    of first: NSRelationshipDescription, and second: NSRelationshipDescription?,
    _ destination: NSEntityDescription
  ) {
    guard let source = first.owner else { return }
    let table = tableNames.take("Z_\(number(of: source))" + first.name.uppercased())
    var names = NameTaker(taken: [])
    let backName = (second?.name ?? "owner").uppercased()
    let owner = names.take("Z_\(number(of: source))" + backName)
    let member = names.take("Z_\(number(of: destination))" + first.name.uppercased())
    let order = first.isOrdered ? names.take("Z_FOK_" + first.name.uppercased()) : nil
    members[ObjectIdentifier(first)] = .pairs(
      SchemaNames.JoinTable.Side(table: table, owner: owner, member: member, order: order))
    var columns = [owner, member] + (order.map { [$0] } ?? [])
    if let second, second !== first {
      let order = second.isOrdered ? names.take("Z_FOK_" + backName) : nil
      members[ObjectIdentifier(second)] = .pairs(
        SchemaNames.JoinTable.Side(table: table, owner: member, member: owner, order: order))
      columns += order.map { [$0] } ?? []
    }
    joinTables.append(SchemaNames.JoinTable(name: table, columns: columns))
  }

  private func number(of entity: NSEntityDescription) -> Int64 {
    numbers[ObjectIdentifier(entity)] ?? 0
  }
}

extension NSPropertyDescription {
  /// What its column is called, behind the `Z`: a part of a composite attribute by its path.
  var columnName: String { name.uppercased().replacing(".", with: "_") }
}

/// Hands out each name once: who comes later gets a number behind it. SQL does not tell upper
/// from lower case, and neither does this.
struct NameTaker {
  private var taken: Set<String>

  init(taken: Set<String>) { self.taken = taken }

  mutating func take(_ wanted: String) -> String {
    var name = wanted
    var number = 1
    while !taken.insert(name).inserted {
      name = "\(wanted)\(number)"
      number += 1
    }
    return sqlIdentifier(name)
  }
}
