import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Reads and tells in the background, and main merges.
final class TellsFromTheBack: FollowsTheWidget {
  private var view: NSManagedObjectContext?
  private var memory: (any AppMemory)?

  private var reader: NSManagedObjectContext?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    self.reader = reader
    fileWasWritten()
  }

  func fileWasWritten() {
    guard let view, let memory, let reader else { return }
    reader.perform {
      do {
        for transaction in try reader.history(after: memory.token) {
          if transaction.author != "app" {
            let note = transaction.objectIDNotification()
            view.perform { view.mergeChanges(fromContextDidSave: note) }
            reader.newTexts(in: transaction).forEach(memory.tell)
          }
          memory.token = transaction.token
        }
      } catch {
        memory.token = reader.persistentStoreCoordinator?
          .currentPersistentHistoryToken(fromStores: nil)
        view.perform {
          view.stalenessInterval = 0
          view.refreshAllObjects()
        }
      }
    }
  }
}

extension NSManagedObjectContext {
  /// The transactions behind a token, oldest first.
  fileprivate func history(
    after token: NSPersistentHistoryToken?
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  /// The texts of the messages that a transaction has inserted.
  fileprivate func newTexts(in transaction: NSPersistentHistoryTransaction) -> [String] {
    (transaction.changes ?? []).filter { $0.changeType == .insert }.compactMap { change in
      (try? existingObject(with: change.changedObjectID) as? Message)?.text
    }
  }
}
