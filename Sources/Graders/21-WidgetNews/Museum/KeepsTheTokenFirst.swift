import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Keeps the token, and then tells.
final class KeepsTheTokenFirst: FollowsTheWidget {
  private var view: NSManagedObjectContext?
  private var memory: (any AppMemory)?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
    read()
  }

  func fileWasWritten() {
    view?.perform { self.read() }
  }

  private func read() {
    guard let view, let memory else { return }
    do {
      for transaction in try view.history(after: memory.token) {
        memory.token = transaction.token
        if transaction.author != view.transactionAuthor {
          view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
          view.newTexts(in: transaction).forEach(memory.tell)
        }
      }
    } catch let error where (error as NSError).code == NSPersistentHistoryTokenExpiredError {
      beginAnew()
    } catch {
      print("not read: \(error)")
    }
  }

  /// What was deleted from the history is told by the rows only.
  private func beginAnew() {
    guard let view, let memory else { return }
    memory.token = view.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    view.stalenessInterval = 0
    view.refreshAllObjects()
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
