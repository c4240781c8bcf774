import CoreData
import Foundation

/// A room that two contexts change: both have read `a0 b0 c0`, theirs is saved as `a0 b2 c2`,
/// mine wants to save `a1 b1 c0`.
struct ConflictStage {
  let stack: ChatStack
  let id: NSManagedObjectID
  let mine: NSManagedObjectContext
  let theirs: NSManagedObjectContext

  static let keys = ["name", "topic", "note"]

  init(
    policy: NSMergePolicy = .error, _ prepare: (inout CoreDataBehaviour) -> Void = { _ in }
  ) throws {
    stack = try ChatStack(
      .inMemory, prepare, model: { $0["Room"]!.properties += [ChatModel.string("note")] })
    id = try stack.add("Room", ["name": "a0", "topic": "b0", "note": "c0"])
    mine = stack.context("mine", policy: policy)
    theirs = stack.context("theirs")
    let (mine, id) = (mine, id)
    _ = try mine.performAndWait { try mine.existingObject(with: id) }
    keepAlive = try mine.performAndWait { try mine.existingObject(with: id) }
  }

  private let keepAlive: NSManagedObject

  /// Their change, saved.
  func theyChange(_ values: [String: Any] = ["topic": "b2", "note": "c2"]) throws {
    try theirs.change(id, values)
  }

  func theyDelete() throws {
    try theirs.performAndWait {
      theirs.delete(try theirs.existingObject(with: id))
      try theirs.save()
    }
  }

  /// My change on top of what I read before theirs, saved.
  func iChange(_ values: [String: Any] = ["name": "a1", "topic": "b1"]) throws {
    try mine.change(id, values)
  }

  func iDelete() throws {
    try mine.performAndWait {
      mine.delete(try mine.existingObject(with: id))
      try mine.save()
    }
  }

  /// The row in the store; nil if there is none.
  func row() throws -> [String]? {
    guard try stack.rowCount("Room") > 0 else { return nil }
    return try Self.keys.map { try stack.stored($0, of: id) ?? "nil" }
  }

  /// What my object shows, without reading anything.
  func shown() -> [String] {
    mine.performAndWait {
      Self.keys.map { mine.object(with: id)[$0] ?? "nil" }
    }
  }
}

/// The error that `body` throws, as Core Data code looks at it.
func failure(of body: () throws -> Void) -> NSError? {
  do {
    try body()
    return nil
  } catch { return error as NSError }
}
