import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Takes a text that is as it was for none at all.
final class TakesItForUntyped: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var id: NSManagedObjectID?
  private var typed: String?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    (self.view, id) = (view, room)
  }

  private func room() throws -> Room? {
    guard let view, let id else { return nil }
    return try view.existingObject(with: id) as? Room
  }

  var shown: Details? {
    guard let room = try? room() else { return nil }
    return Details(name: room.name, topic: typed ?? room.topic)
  }

  func type(_ topic: String) { typed = topic == shown?.topic ? nil : topic }

  func save() throws {
    guard let view, let typed, let room = try room() else { return }
    room.topic = typed
    view.mergePolicy = NewestRow()
    try view.save()
    self.typed = nil
  }
}

/// What was typed wins, but not over a deletion.
private final class NewestRow: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable because it keeps nothing.
  init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    if list.contains(where: { $0.newVersionNumber == 0 }) {
      throw CocoaError(.managedObjectMerge)
    }
    try super.resolve(optimisticLockingConflicts: list)
  }
}
