internal import Foundation

extension SQLCompiler {
  /// Follows property names from a row. The first to-many relationship opens a SELECT of its own.
  func term(
    along names: [String], from source: SQLScope.Source, in scope: SQLScope
  ) throws(SQLTranslationError) -> SQLTerm {
    var walk = Walk(scope: scope, source: source)
    var rest = names[...]
    while let name = rest.popFirst() {
      if name == "self" { continue }
      if name.hasPrefix("@") {
        guard let members = walk.members else {
          throw failure(.unknownKey(name, entity: walk.entityName))
        }
        return .value(try aggregate(name, of: rest, members))
      }
      if name == "entity", walk.source.entity.property(named: name) == nil {
        guard rest.isEmpty else {
          throw failure(.unknownKey("entity.\(rest[rest.startIndex])", entity: walk.entityName))
        }
        let value = entity(walk.source)
        walk.members?.value = value
        return walk.members.map(SQLTerm.members) ?? .value(value)
      }
      var property = try self.property(name, of: walk.source.entity)
      if let composite = property as? NSCompositeAttributeDescription {
        property = try part(of: composite, along: &rest)
      }
      guard let relationship = property as? NSRelationshipDescription else {
        guard rest.isEmpty || (rest.first?.hasPrefix("@") ?? false) else {
          throw failure(.beyondAttribute(name, entity: walk.entityName))
        }
        let value = try self.value(of: property, walk.source)
        guard var members = walk.members else { return try one(value, before: rest, walk) }
        members.value = value
        walk.members = members
        continue
      }
      if relationship.isToMany {
        try enter(relationship, &walk)
      } else if rest.isEmpty || rest.first?.hasPrefix("@") == true {
        let value = try self.value(of: relationship, walk.source)
        guard walk.members != nil else { return try one(value, before: rest, walk) }
        walk.members?.value = value
      } else {
        try follow(relationship, &walk)
      }
    }
    return walk.members.map(SQLTerm.members) ?? .value(identity(walk.source))
  }

  /// How far a key path has come.
  private struct Walk {
    var scope: SQLScope
    var source: SQLScope.Source
    /// The SELECT that a to-many relationship has opened.
    var members: SQLMembers?

    var entityName: String { source.entity.name ?? "?" }
  }

  /// One value, of which nothing can be counted or summed up.
  private func one(
    _ value: SQLValue, before rest: ArraySlice<String>, _ walk: Walk
  ) throws(SQLTranslationError) -> SQLTerm {
    if let name = rest.first { throw failure(.unknownKey(name, entity: walk.entityName)) }
    return .value(value)
  }

  private func property(
    _ name: String, of entity: NSEntityDescription
  ) throws(SQLTranslationError) -> NSPropertyDescription {
    guard let property = entity.property(named: name) else {
      throw failure(.unknownKey(name, entity: entity.name ?? "?"))
    }
    guard !property.isTransient else {
      throw failure(.transient(name, entity: entity.name ?? "?"))
    }
    return property
  }

  /// The part of a composite attribute that the names lead to.
  private func part(
    of composite: NSCompositeAttributeDescription, along rest: inout ArraySlice<String>
  ) throws(SQLTranslationError) -> NSPropertyDescription {
    var path = composite.name
    while let name = rest.popFirst() {
      path += ".\(name)"
      if let part = composite.leaves.first(where: { $0.name == path }) { return part }
    }
    throw failure(.unknownKey(path, entity: composite.owner?.name ?? "?"))
  }

  /// The row itself, by its key.
  func identity(_ source: SQLScope.Source) -> SQLValue {
    let entitySQL = source.entity.subentities.isEmpty ? nil : "\(source.alias).Z_ENT"
    return SQLValue(
      sql: "\(sql: source.alias).Z_PK", kind: .reference(source.entity),
      entitySQL: entitySQL)
  }

  /// The entity of the row, by its number.
  private func entity(_ source: SQLScope.Source) -> SQLValue {
    let isCertain = source.entity.subentities.isEmpty
    let sql = isCertain ? "\(names.number(of: source.entity))" : "\(source.alias).Z_ENT"
    return SQLValue(sql: SQLFragment(sql), kind: .entity)
  }

  private func value(
    of property: NSPropertyDescription, _ source: SQLScope.Source
  ) throws(SQLTranslationError) -> SQLValue {
    guard let column = names.column(of: property) else {
      throw failure(.unknownKey(property.name, entity: source.entity.name ?? "?"))
    }
    var value = SQLValue(
      sql: "\(sql: source.alias).\(sql: column.name)", kind: .unknown, property: property)
    if let destination = (property as? NSRelationshipDescription)?.destinationEntity {
      value.kind = .reference(destination)
      value.entitySQL = column.entity.map { "\(source.alias).\($0)" }
    } else if let attribute = property as? NSAttributeDescription {
      value.kind = attribute.isExternal ? .external : SQLValue.Kind(attribute.attributeType)
    }
    return value
  }

  private func follow(
    _ relationship: NSRelationshipDescription, _ walk: inout Walk
  ) throws(SQLTranslationError) {
    guard let destination = relationship.destinationEntity,
      let column = names.column(of: relationship)
    else { throw failure(.unknownKey(relationship.name, entity: walk.entityName)) }
    walk.source = walk.scope.destination(
      of: column, from: walk.source, destination,
      table: names.table(of: destination).name, newAlias: newAlias)
  }

  private func enter(
    _ relationship: NSRelationshipDescription, _ walk: inout Walk
  ) throws(SQLTranslationError) {
    guard let destination = relationship.destinationEntity,
      let storage = names.members(of: relationship)
    else { throw failure(.unknownKey(relationship.name, entity: walk.entityName)) }
    let owner = "\(walk.source.alias).Z_PK"
    let member = SQLScope.Source(alias: newAlias(), entity: destination)
    let table = "\(names.table(of: destination).name) \(member.alias)"
    var (tables, link): (String, String)
    var isOne = true
    switch storage {
    case .column(_, owner: let column):
      (tables, link) = (table, "\(member.alias).\(column.name) = \(owner)")
    case .pairs(let side):
      let pair = newAlias()
      isOne = false
      // Inside, the member comes through its pair; the pair is what names the owner.
      tables =
        "\(side.table) \(pair) JOIN \(table) ON \(member.alias).Z_PK = \(pair).\(side.member)"
      link = "\(pair).\(side.owner) = \(owner)"
    }
    if walk.members == nil {
      walk.scope = SQLScope(member, tables: tables, link: link)
    } else {
      // In parentheses SQLite forgets the alias of a single table.
      walk.scope.join(" JOIN \(isOne ? tables : "(\(tables))") ON \(link)")
    }
    walk.source = member
    walk.members = SQLMembers(
      scope: walk.scope, condition: walk.members?.condition, value: identity(member))
  }

  /// `@count`, or an aggregate of the values along the rest of the path.
  func aggregate(
    _ name: String, of rest: ArraySlice<String>, _ members: SQLMembers
  ) throws(SQLTranslationError) -> SQLValue {
    if name == "@count" {
      return SQLValue(sql: "(SELECT COUNT(*) \(members.source()))", kind: .number)
    }
    guard let aggregate = PredicateAggregate(keyPathName: String(name.dropFirst())) else {
      throw failure(.function(name))
    }
    var inner = members
    if !rest.isEmpty {
      let source = try row(of: members)
      guard case .value(let value) = try term(along: Array(rest), from: source, in: members.scope)
      else { throw failure(.toMany(rest.joined(separator: "."))) }
      inner.value = value
    }
    let call: SQLFragment = "(SELECT \(aggregate.call(on: inner.value)) \(inner.source()))"
    return SQLValue(sql: call, kind: aggregate.kind(of: inner.value))
  }

  /// The rows that the members are; a to-one relationship at the end of the path is followed.
  func row(of members: SQLMembers) throws(SQLTranslationError) -> SQLScope.Source {
    guard case .reference(let entity) = members.value.kind else {
      throw failure(.expression("a property of what is no object"))
    }
    let alias = String(members.value.sql.text.prefix { $0 != "." })
    guard let relationship = members.value.property else {
      return SQLScope.Source(alias: alias, entity: entity)
    }
    guard let column = names.column(of: relationship), let owner = relationship.owner else {
      throw failure(.unknownKey(relationship.name, entity: entity.name ?? "?"))
    }
    return members.scope.destination(
      of: column, from: SQLScope.Source(alias: alias, entity: owner), entity,
      table: names.table(of: entity).name, newAlias: newAlias)
  }
}

extension PredicateAggregate {
  /// Whether the result is one of the values.
  private var isOfMembers: Bool { self == .minimum || self == .maximum }

  func kind(of value: SQLValue) -> SQLValue.Kind {
    isOfMembers || value.isDecimal ? value.kind : .number
  }

  func call(on value: SQLValue) -> SQLFragment {
    let name = value.isDecimal ? SQLDecimals.name(of: self) : sqlName
    // The sum of nothing is 0 in memory and NULL in SQL.
    return self == .sum
      ? "COALESCE(\(sql: name)(\(value.sql)), 0)" : "\(sql: name)(\(value.sql))"
  }
}

extension SQLValue.Kind {
  init(_ type: NSAttributeType) {
    switch SQLType(type) {
    case .integer, .float: self = .number
    case .decimal: self = .decimal
    case .text: self = .text
    case .timestamp: self = .date
    case .blob: self = .blob
    }
  }

  /// The type of a value that was worked out.
  var attributeType: NSAttributeType {
    switch self {
    case .text: .stringAttributeType
    case .decimal: .decimalAttributeType
    case .date: .dateAttributeType
    case .blob, .external: .binaryDataAttributeType
    default: .undefinedAttributeType
    }
  }
}
