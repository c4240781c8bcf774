internal import Foundation

/// Where the rows at the other ends of relationships are found.
protocol RowGraph {
  func row(for id: NSManagedObjectID) -> Row?
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID]
}

/// The rows of a store, followed from one to the next; what cannot be read is not there.
struct StoreGraph: RowGraph {
  let store: any RowStore

  func row(for id: NSManagedObjectID) -> Row? { try? store.row(for: id, maximumAge: nil) }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID] {
    (try? store.members(of: relationship, owner: owner)) ?? []
  }
}

/// A row as predicates and sort descriptors look at it: by key, along relationships.
final class RowSource: NSObject, KeyValueSource {
  let row: Row
  private let graph: any RowGraph

  init(_ row: Row, in graph: any RowGraph) {
    self.row = row
    self.graph = graph
  }

  var predicateIdentity: NSManagedObjectID? { row.id }

  func predicateValue(forKey key: String) -> Any? {
    switch row.scope.layout.place(of: key) {
    case .value(let slot)?:
      if case .reference(let id) = row[slot] { return source(of: id) }
      return (row.scope.layout.slots[slot] as? NSAttributeDescription)?
        .object(for: row[slot])
    case .toMany(let index)?: return members(index)
    case nil: return composite(key) ?? own(key)
    }
  }

  func predicateOperand(forKey key: String) -> Operand {
    switch row.scope.layout.place(of: key) {
    case .value(let slot)?:
      if case .reference(let id) = row[slot] {
        return source(of: id).map(Operand.source) ?? .reference(id)
      }
      return Operand(row[slot])
    case .toMany(let index)?: return .collection(members(index).map(Operand.source))
    case nil: return Operand(composite(key) ?? own(key))
    }
  }

  /// The value at the end of a path of to-one relationships, in the class that its attribute has;
  /// nil for every other path.
  func fetchedValue(at path: Substring) -> Any?? {
    let layout = row.scope.layout
    if case .value(let slot)? = layout.place(of: String(path)) {
      if case .reference(let id) = row[slot] { return .some(id) }
      return .some((layout.slots[slot] as? NSAttributeDescription)?.fetchedObject(for: row[slot]))
    }
    guard let dot = path.firstIndex(of: "."),
      case .value(let slot)? = layout.place(of: String(path[..<dot])), layout.types[slot] == nil
    else { return nil }
    guard case .reference(let id) = row[slot], let next = source(of: id) else { return .some(nil) }
    return next.fetchedValue(at: path[path.index(after: dot)...])
  }

  /// What a row can say of itself.
  private func own(_ key: String) -> Any? {
    switch key {
    case "objectID": row.id
    case "entity": row.id.entity
    default: nil
    }
  }

  private func composite(_ key: String) -> [String: Any]? {
    let layout = row.scope.layout
    return layout.composite(key)?.dictionary { slot in
      (layout.slots[slot] as? NSAttributeDescription)?.object(for: row[slot])
    }
  }

  private func source(of id: NSManagedObjectID) -> RowSource? {
    graph.row(for: id).map { RowSource($0, in: graph) }
  }

  private func members(_ index: Int) -> [RowSource] {
    graph.members(of: row.scope.layout.toMany[index], owner: row.id).compactMap(source(of:))
  }
}

extension StoreQuery {
  /// The rows that match, in order and trimmed, out of candidates that come by key.
  func select(from candidates: [Row], in graph: any RowGraph) -> [Row] {
    var sources = candidates.map { RowSource($0, in: graph) }
    if let predicate { sources = sources.filter(predicate.evaluate(with:)) }
    if !sortDescriptors.isEmpty {
      // The sort of the standard library keeps the order of equals.
      sources.sort { sortDescriptors.compare($0, to: $1) == .orderedAscending }
    }
    let rows = sources.map(\.row).dropFirst(offset)
    return Array(limit > 0 ? rows.prefix(limit) : rows)
  }
}
