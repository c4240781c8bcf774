internal import Foundation

/// The rows of an in-memory store: one table per entity family, and the members of to-many
/// relationships.
struct InMemoryTables: RowGraph {
  private struct Table {
    var rows: [Int64: Row] = [:]
    var lastKey: Int64 = 0
  }

  private var tables: [ObjectIdentifier: Table] = [:]
  private var links = InMemoryLinks()
  /// Which row has values that only one may have.
  private var holders: [UniqueClaim: NSManagedObjectID] = [:]
  private let constraints: UniquenessConstraints
  /// The derived attributes, by the names of the entities that declare them.
  private let derivations: [String: [Derivation]]

  init(_ model: NSManagedObjectModel, _ constraints: UniquenessConstraints) {
    self.constraints = constraints
    let all = model.entities.map { ($0.name ?? "", $0.ownDerivations) }
    derivations = Dictionary(all.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
  }

  subscript(id: NSManagedObjectID) -> Row? {
    guard let key = id.rowKey else { return nil }
    return tables[ObjectIdentifier(id.entity.root)]?.rows[key]
  }

  func row(for id: NSManagedObjectID) -> Row? { self[id] }

  /// The rows of an entity's family, by key.
  func rows(of entity: NSEntityDescription) -> [Row] {
    let rows = tables[ObjectIdentifier(entity.root)]?.rows ?? [:]
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }

  func row(having claim: UniqueClaim) -> Row? { holders[claim].flatMap { self[$0] } }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID] {
    links.members(of: relationship, owner: owner).filter { self[$0] != nil }
  }

  mutating func newKeys(for entity: NSEntityDescription, count: Int) -> Range<Int64> {
    let root = ObjectIdentifier(entity.root)
    let first = (tables[root]?.lastKey ?? 0) + 1
    let end = first + Int64(count)
    tables[root, default: Table()].lastKey = end - 1
    return first..<end
  }

}

// MARK: Writing

extension InMemoryTables {
  /// Writes everything; nothing here can fail.
  mutating func write(_ changes: StoreChanges) -> SavedRows {
    var saved = SavedRows()
    for deletion in changes.deletions { remove(deletion.id) }
    for insertion in changes.insertions { saved.rows.append(put(insertion.row)) }
    for update in changes.updates { saved.rows.append(put(update.row)) }
    for update in changes.updates { links.apply(update.members, to: update.id) }
    for insertion in changes.insertions { links.apply(insertion.members, to: insertion.id) }
    for entity in derivations.keys.sorted(by: { $0 < $1 }) {
      derive(derivations[entity] ?? [], written: Set(saved.rows.map { IDKey($0.id) }))
    }
    return saved
  }

  /// Works out derived attributes: of the rows that were written all of them, of the others those
  /// that read other objects. The rows keep their versions.
  private mutating func derive(_ derivations: [Derivation], written: Set<IDKey>) {
    guard let entity = derivations.first?.attribute.owner else { return }
    for row in rows(of: entity) where row.id.entity.isKindOf(entity: entity) {
      let isWritten = written.contains(IDKey(row.id))
      let due = derivations.filter { isWritten || !$0.uses.isEmpty }
      if due.isEmpty { continue }
      var values = row.values
      for derivation in due {
        guard case .value(let slot)? = row.id.scope.layout.place(of: derivation.attribute.name)
        else { continue }
        let value = derivation.expression.operand(
          in: Evaluation(source: RowSource(row, in: self)))
        values[slot] = (try? derivation.attribute.storedValue(of: value.plainValue)) ?? .null
      }
      if values == row.values { continue }
      let derived = Row(id: row.id, version: row.version, values: values)
      tables[ObjectIdentifier(entity.root)]?.rows[row.id.rowKey ?? 0] = derived
    }
  }

  private mutating func put(_ row: Row) -> Row {
    follow(self[row.id], row)
    hold(self[row.id], row)
    let (key, root) = (row.id.rowKey ?? 0, ObjectIdentifier(row.id.entity.root))
    tables[root, default: Table()].rows[key] = row
    // A store of one's own chooses its keys itself.
    if tables[root]!.lastKey < key { tables[root]!.lastKey = key }
    return row
  }

  private mutating func remove(_ id: NSManagedObjectID) {
    guard let row = self[id] else { return }
    follow(row, nil)
    hold(row, nil)
    tables[ObjectIdentifier(id.entity.root)]?.rows[id.rowKey ?? 0] = nil
    links.forget(id)
  }

  /// Notes who has the unique values, without taking them from a row that got them meanwhile.
  private mutating func hold(_ old: Row?, _ new: Row?) {
    if constraints.isEmpty { return }
    for claim in old.map(claims) ?? [] where holders[claim] == old?.id { holders[claim] = nil }
    for claim in new.map(claims) ?? [] { holders[claim] = new?.id }
  }

  private func claims(of row: Row) -> [UniqueClaim] {
    constraints.claims(of: row.id.entity, values: row.values)
  }

  /// Keeps one-to-many members in step with the to-one references of the other side.
  private mutating func follow(_ old: Row?, _ new: Row?) {
    guard let id = new?.id ?? old?.id else { return }
    for (slot, property) in id.scope.layout.slots.enumerated() {
      guard let inverse = (property as? NSRelationshipDescription)?.inverseRelationship,
        inverse.isToMany
      else { continue }
      let before = old?[slot] ?? .null
      let after = new?[slot] ?? .null
      if before == after { continue }
      if case .reference(let owner) = before { links.take(id, from: inverse, of: owner) }
      if case .reference(let owner) = after { links.add(id, to: inverse, of: owner) }
    }
  }
}
