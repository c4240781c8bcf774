internal import Foundation

/// A change of the model that adds attributes and nothing else. Its columns are added where the
/// rows are, which takes as long for many rows as for few.
///
///     model now        less what the file does not know        its fingerprints, record, columns
///     Room: name,      Room: name                              are those of the file: so nothing
///       motto                                                  else has changed
///
/// A new column comes last in its table, where a table that is made anew has it elsewhere; all
/// statements name their columns.
struct AddedAttributes {
  private let migration: Migration
  private let model: NSManagedObjectModel
  /// The model as it was.
  private let former: NSManagedObjectModel

  /// nil if something else has changed, too, or if the file does not say enough.
  init?(
    to model: NSManagedObjectModel, configuration: String?, since found: StoreMetadata,
    _ migration: Migration
  ) throws {
    guard let record = migration.record, let former = model.copy() as? NSManagedObjectModel else {
      return nil
    }
    for entity in former.entities {
      // An index may be of a new attribute; it is made later, like all that are missing.
      entity.indexes = []
      let isNew = { (property: NSPropertyDescription) in
        property is NSAttributeDescription
          && record.type(of: property.name, in: entity.name ?? "") == nil
      }
      // A constraint that names a new attribute is new itself.
      if entity.constraintNames.joined().contains(where: { name in
        entity.ownProperties.contains { $0.name == name && isNew($0) }
      }) {
        return nil
      }
      entity.properties.removeAll { $0.owner === entity && isNew($0) }
    }
    let layout = StoredLayout(
      names: former.schemaNames, entities: former.entities,
      tables: try StoredTables(readFrom: migration.connection))
    guard
      former.isConfiguration(
        withName: configuration, compatibleWithStoreMetadata: found.values),
      ModelRecord(of: former).saysTheSame(as: record),
      layout.strangeNumber() == nil, layout.missingColumn() == nil
    else { return nil }
    (self.migration, self.model, self.former) = (migration, model, former)
  }

  /// The statements that add the columns; nil if a row needs more than a constant.
  func statements() throws -> [String]? {
    let names = migration.names
    var statements: [String] = []
    for root in names.entities where root.superentity == nil {
      let table = names.table(of: root).name
      let present = try migration.columnTypes(of: table.unquoted)
      for entity in root.family {
        let known = former.entitiesByName[entity.name ?? ""]?.storedProperties ?? []
        for property in entity.storedProperties {
          guard let column = names.column(of: property) else { continue }
          if let old = known.first(where: { $0.name == property.name }) {
            // A new name may have pushed another one aside.
            if former.schemaNames.column(of: old) != column { return nil }
          } else if present[column.name.unquoted] == nil, let value = constant(for: property) {
            statements.append(
              "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.type.rawValue)\(value)")
          } else {
            return nil
          }
        }
      }
    }
    return statements
  }

  /// What all rows get, in a definition of a column; nil if that is not for SQLite to say.
  private func constant(for property: NSPropertyDescription) -> String? {
    guard let attribute = property as? NSAttributeDescription,
      !(attribute is NSDerivedAttributeDescription), attribute.formerName == nil
    else { return nil }
    guard let literal = migration.literal(ofDefaultOf: attribute) else {
      return attribute.isOptional ? "" : nil
    }
    if attribute.isExternal || Double(literal)?.isFinite == false { return nil }
    return " DEFAULT \(literal)"
  }
}
