internal import Foundation

/// Everything one save writes to one store, all IDs permanent.
struct StoreChanges: Sendable {
  struct Insertion: Sendable {
    /// The row as it will be.
    var row: Row
    var members: [MemberChange]
    /// Whether the ID was known before the save. If the object had a row, others may have inserted
    /// it again meanwhile.
    var mayExist = false

    init(id: NSManagedObjectID, values: [Value], members: [MemberChange]) {
      row = Row(id: id, version: 1, values: values)
      self.members = members
    }

    var id: NSManagedObjectID { row.id }
    var values: [Value] {
      get { row.values }
      set { row = Row(id: id, version: 1, values: newValue) }
    }
  }
  struct Update: Sendable {
    /// The row as it will be, complete.
    var row: Row
    /// The row that the change was made on top of; its version is what locking compares.
    var base: Row
    /// The slots that differ from `base` on purpose.
    var changedSlots: SlotSet
    var members: [MemberChange]

    init(
      id: NSManagedObjectID, base: Row, values: [Value], changedSlots: SlotSet,
      members: [MemberChange]
    ) {
      row = Row(id: id, version: base.version + 1, values: values)
      self.base = base
      self.changedSlots = changedSlots
      self.members = members
    }

    var id: NSManagedObjectID { row.id }
    var values: [Value] {
      get { row.values }
      set { row = Row(id: id, version: row.version, values: newValue) }
    }
  }
  struct Deletion: Sendable {
    var id: NSManagedObjectID
    /// nil when the object was deleted as a fault: then no version is compared.
    var base: Row?
  }
  /// New members of a to-many relationship. One-to-many members are stored in the other side's
  /// row; the store writes only many-to-many and orders, and needs to know the rest to bump
  /// versions.
  struct MemberChange: Sendable {
    var relationship: NSRelationshipDescription
    var added: [NSManagedObjectID]
    var removed: [NSManagedObjectID]
    /// The whole new order, if the relationship is ordered.
    var order: [NSManagedObjectID]?
  }

  var insertions: [Insertion] = []
  var updates: [Update] = []
  var deletions: [Deletion] = []
  /// Unchanged rows whose version must still be the one they were read at.
  var locked: [Row] = []
  /// Who saves.
  var author = HistoryAuthor()
}

extension StoreChanges {
  var isEmpty: Bool { count == 0 && locked.isEmpty }
  var count: Int { insertions.count + updates.count + deletions.count }

  /// The part that goes to one store.
  func share(of uuid: String) -> StoreChanges {
    StoreChanges(
      insertions: insertions.filter { $0.id.storeUUID == uuid },
      updates: updates.filter { $0.id.storeUUID == uuid },
      deletions: deletions.filter { $0.id.storeUUID == uuid },
      locked: locked.filter { $0.id.storeUUID == uuid }, author: author)
  }

  /// Whether the IDs of new objects have to be looked for among the rows.
  var mayInsertAgain: Bool { insertions.contains(where: \.mayExist) }

  var counts: ChangeCounts {
    ChangeCounts(inserted: insertions.count, updated: updates.count, deleted: deletions.count)
  }
}
