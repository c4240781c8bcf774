internal import Foundation

extension StoreMetadata {
  /// The metadata of a database; nil when it has none.
  init?(readFrom connection: SQLiteConnection) throws {
    let stored = try connection.prepared(
      "SELECT Z_UUID, Z_PLIST FROM Z_METADATA", doing: "reading metadata"
    ).first { (uuid: $0.text(0), plist: $0.data(1)) }
    guard let stored,
      let values = SoundPropertyList.list(from: stored.plist) as? [String: Any]
    else { return nil }
    self.init(values.merging([NSStoreUUIDKey: stored.uuid]) { _, new in new })
    if isMadeByApple {
      let tables = try StoredTables(readFrom: connection)
      self.init(self.values.merging([Self.tablesKey: tables.list]) { _, new in new })
    }
  }

  func write(to connection: SQLiteConnection) throws {
    let plist = try PropertyListSerialization.data(
      fromPropertyList: values.filter { $0.key != Self.tablesKey }, format: .binary, options: 0)
    let statement = try connection.prepared(
      "INSERT OR REPLACE INTO Z_METADATA VALUES (1, ?, ?)", doing: "writing metadata")
    statement.bind(identifier, at: 1)
    statement.bind(plist, at: 2)
    try statement.run()
  }

  /// With the version hashes of the model that the tables were made for.
  func written(with model: NSManagedObjectModel, configuration: String?) -> StoreMetadata {
    var values = values
    let entities = model.entities(forConfigurationName: configuration) ?? model.entities
    values[NSStoreModelVersionHashesKey] = Dictionary(
      entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
    values[NSStoreModelVersionChecksumKey] = model.versionChecksum
    values[NSStoreModelVersionIdentifiersKey] =
      model.versionIdentifiers.compactMap { $0 as? String }.sorted()
    return StoreMetadata(values)
  }
}
