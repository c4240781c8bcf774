import Foundation

@testable import CoreData

/// The kinds of store that the same tests run on.
enum StoreKind: String, CaseIterable, Sendable {
  case inMemory, sqliteMemory, sqliteFile

  static var sqlite: [StoreKind] { [.sqliteMemory, .sqliteFile] }
}

/// A coordinator with one store of the chat model, spoken to in rows.
final class StoreStage {
  let folder: URL
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore

  var rows: any RowStore { store.rows }
  var model: NSManagedObjectModel { coordinator.managedObjectModel }

  init(
    _ kind: StoreKind, model: NSManagedObjectModel = ChatModel.make(),
    options: [AnyHashable: Any]? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let url =
      kind == .sqliteFile
      ? folder.appendingPathComponent("chat.sqlite") : URL(fileURLWithPath: "/dev/null")
    store = try coordinator.addPersistentStore(
      type: kind == .inMemory ? .inMemory : .sqlite, at: url, options: options)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func entity(_ name: String) -> NSEntityDescription { model.entitiesByName[name]! }

  /// Values of an entity by property name, the rest null.
  func values(_ entity: String, _ named: [String: Value]) -> [Value] {
    self.entity(entity).layout.slots.map { named[$0.name] ?? .null }
  }

  /// Saves new rows of an entity and returns them.
  @discardableResult
  func insert(_ entity: String, _ named: [[String: Value]]) throws -> [Row] {
    let ids = try rows.allocateIDs(for: self.entity(entity), count: named.count)
    var changes = StoreChanges()
    changes.insertions = zip(ids, named).map { id, named in
      StoreChanges.Insertion(id: id, values: values(entity, named), members: [])
    }
    let saved = try save(changes)
    return ids.compactMap { saved[$0] }
  }

  /// Saves; a clash is an error.
  @discardableResult
  func save(_ changes: StoreChanges) throws -> SavedRows {
    try rows.save(changes) { clash, _ in throw Clashed(clash: clash) }
  }

  /// The change of one property on top of a row.
  func update(_ base: Row, _ name: String, _ value: Value) -> StoreChanges.Update {
    guard case .value(let slot)? = base.id.entity.layout.place(of: name) else {
      preconditionFailure("\(name) has no slot")
    }
    var values = base.values
    values[slot] = value
    return StoreChanges.Update(
      id: base.id, base: base, values: values, changedSlots: [slot], members: [])
  }

  func all(_ entity: String) throws -> [Row] {
    try rows.rows(matching: StoreQuery(entity: self.entity(entity)))
  }

  func relationship(_ entity: String, _ name: String) -> NSRelationshipDescription {
    self.entity(entity).relationshipsByName[name]!
  }
}

/// A save that was not resolved.
struct Clashed: Error {
  var clash: StoreClash
}

extension Row {
  subscript(name: String) -> Value {
    guard case .value(let slot)? = id.entity.layout.place(of: name) else { return .null }
    return values[slot]
  }
}

extension SavedRows {
  subscript(id: NSManagedObjectID) -> Row? { rows.first { $0.id == id } }
}
