import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// One context reads, and main merges, tells and keeps.
final class ReadsBesideMain: FollowsTheWidget {
  private var view: NSManagedObjectContext?
  private var memory: (any AppMemory)?

  private var reader: NSManagedObjectContext?
  /// Used by the reader only: what it has read, which main may not have told yet.
  private var read: NSPersistentHistoryToken?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = view.persistentStoreCoordinator
    self.reader = reader
    reader.perform {
      self.read = memory.token
      self.readOn()
    }
  }

  func fileWasWritten() {
    reader?.perform { self.readOn() }
  }

  private func readOn() {
    guard let reader, let view, let memory else { return }
    do {
      for transaction in try reader.history(after: read) {
        read = transaction.token
        let texts = reader.newTexts(in: transaction)
        let token = transaction.token
        let isNews = transaction.author != "app"
        let note = transaction.objectIDNotification()
        view.perform {
          if isNews {
            view.mergeChanges(fromContextDidSave: note)
            texts.forEach(memory.tell)
          }
          memory.token = token
        }
      }
    } catch let error where (error as NSError).code == NSPersistentHistoryTokenExpiredError {
      read = reader.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
      let token = read
      view.perform {
        view.stalenessInterval = 0
        view.refreshAllObjects()
        memory.token = token
      }
    } catch {
      print("not read: \(error)")
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
