import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Reads in the background, each time that it is called.
final class AsShipped: FollowsTheWidget {
  private var view: NSManagedObjectContext?
  private var memory: (any AppMemory)?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
  }

  func fileWasWritten() {
    guard let view, let memory else { return }
    // Main has better things to do.
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    reader.perform {
      for transaction in (try? reader.history(after: memory.token)) ?? [] {
        memory.token = transaction.token
        let texts = reader.newTexts(in: transaction)
        let note = transaction.objectIDNotification()
        view.perform {
          view.mergeChanges(fromContextDidSave: note)
          texts.forEach(memory.tell)
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
