import Foundation

@testable import CoreData

extension ChatStack {
  /// A stack on the disk whose store keeps a history; deleted rooms leave their names behind.
  static func withHistory(remoteChanges: Bool = false) throws -> ChatStack {
    try ChatStack(
      .sqlite, onDisk: true,
      options: [
        NSPersistentHistoryTrackingKey: true,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: remoteChanges,
      ],
      model: { $0["Room"]!.attributesByName["name"]!.preservesValueInHistoryOnDeletion = true })
  }

  /// Executes a request in a context of its own.
  func ask(_ request: NSPersistentHistoryChangeRequest) throws -> Any? {
    let context = context("asking")
    return try context.performAndWait {
      (try context.execute(request) as? NSPersistentHistoryResult)?.result
    }
  }

  /// The transactions behind a token, with their changes.
  func history(
    after token: NSPersistentHistoryToken? = nil
  ) throws -> [NSPersistentHistoryTransaction] {
    try ask(.fetchHistory(after: token)) as? [NSPersistentHistoryTransaction] ?? []
  }

  /// The numbers of the transactions that a request finds.
  func numbers(_ request: NSPersistentHistoryChangeRequest) throws -> [Int64] {
    (try ask(request) as? [NSPersistentHistoryTransaction] ?? []).map(\.transactionNumber)
  }

  func token() -> NSPersistentHistoryToken? {
    coordinator.currentPersistentHistoryToken(fromStores: nil)
  }
}

extension NSPersistentHistoryTransaction {
  /// `insert Room p1, update Room p1 (name)`
  var words: String {
    (changes ?? []).map { change in
      let names = change.updatedProperties?.map(\.name).sorted().joined(separator: " ")
      return "\(change.changeType) \(change.changedObjectID.shortName)"
        + (names.map { " (\($0))" } ?? "")
    }
    .joined(separator: ", ")
  }
}
