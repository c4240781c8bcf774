/// The entity and the store that many object IDs have in common, kept once for all of them: an ID
/// is then small, and cheap to make.
final class IDOrigin: @unchecked Sendable {
  // @unchecked Sendable because it never changes and its entity is frozen.
  let entity: NSEntityDescription
  /// Empty for temporary IDs.
  let storeUUID: String
  /// Entities that inherit from each other share their keys.
  let family: EntityLayout.Family

  init(entity: NSEntityDescription, storeUUID: String) {
    self.entity = entity
    self.storeUUID = storeUUID
    family = entity.layout.family
  }

  /// Whether equal keys of the two mean the same row.
  func isSame(as other: IDOrigin) -> Bool {
    self === other || (family === other.family && storeUUID == other.storeUUID)
  }
}
