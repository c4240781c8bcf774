/// The committed values of one row as they were read or written at one version.
/// Shared, unchanged, between the row cache and every snapshot taken from it.
final class Row: Sendable {
  let id: NSManagedObjectID
  /// `Z_OPT`: 1 at insertion, one more with every update.
  let version: Int64
  /// Attributes and to-one references by slot of `id.origin.layout`.
  let values: [Value]

  init(id: NSManagedObjectID, version: Int64, values: [Value]) {
    self.id = id
    self.version = version
    self.values = values
  }
}
