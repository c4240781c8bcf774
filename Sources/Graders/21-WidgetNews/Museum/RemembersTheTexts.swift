import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Takes a second message with the same text for the first one.
final class RemembersTheTexts: FollowsTheWidget {
  private var view: NSManagedObjectContext?
  private var memory: (any AppMemory)?
  /// What was told since the launch. Main's.
  private var told: Set<String> = []

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
    catchUp()
  }

  func fileWasWritten() {
    catchUp()
  }

  /// Token, history and news belong together, so that two calls never begin at the same token.
  private func catchUp() {
    guard let view, let memory else { return }
    view.perform {
      do {
        for transaction in try view.history(after: memory.token) {
          if transaction.author != "app" {
            view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            // No banner comes up twice, whatever the history is read for again.
            for text in view.newTexts(in: transaction) where self.told.insert(text).inserted {
              memory.tell(text)
            }
          }
          memory.token = transaction.token
        }
      } catch let error where (error as NSError).code == NSPersistentHistoryTokenExpiredError {
        // First the token, then the rows: what is written in between is in both.
        memory.token = view.persistentStoreCoordinator?
          .currentPersistentHistoryToken(fromStores: nil)
        view.stalenessInterval = 0
        view.refreshAllObjects()
      } catch {
        // The token is where it was: the next call tries again.
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
