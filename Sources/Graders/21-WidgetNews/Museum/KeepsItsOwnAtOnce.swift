import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Keeps the tokens of its own saves before main has told what came before them.
final class KeepsItsOwnAtOnce: FollowsTheWidget {
  private var reader: HistoryReader?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    let reader = HistoryReader(view, memory)
    self.reader = reader
    reader.read()
  }

  func fileWasWritten() {
    reader?.read()
  }
}

/// Follows the history from the token that was kept.
private final class HistoryReader {
  private let view: NSManagedObjectContext
  private let memory: any AppMemory
  private let context: NSManagedObjectContext
  /// Up to here the history was read. Used on the queue of `context` only, once that is at work.
  private var position: NSPersistentHistoryToken?

  /// On main.
  init(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
    position = memory.token
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
  }

  func read() {
    context.perform {
      do {
        for transaction in try self.context.history(after: self.position) {
          self.position = transaction.token
          if transaction.author == "app" {
            // Our own: merged by those whom it concerns, and no news. Main need not be woken.
            self.memory.token = transaction.token
          } else {
            self.deliver(transaction)
          }
        }
      } catch let error where (error as NSError).code == NSPersistentHistoryTokenExpiredError {
        self.beginAnew()
      } catch {
        // The position is where it was: the next call tries again.
      }
    }
  }

  /// On the queue of `context`. The blocks come to main in the order of the history.
  private func deliver(_ transaction: NSPersistentHistoryTransaction) {
    let (view, memory) = (self.view, self.memory)
    let token = transaction.token
    let texts = context.newTexts(in: transaction)
    let note = transaction.objectIDNotification()
    view.perform {
      view.mergeChanges(fromContextDidSave: note)
      for text in texts { memory.tell(text) }
      // Last of all: a token says that all before it is done.
      memory.token = token
    }
  }

  /// On the queue of `context`. First the token, then the rows: what is written in between is in
  /// both.
  private func beginAnew() {
    let newest = context.persistentStoreCoordinator?
      .currentPersistentHistoryToken(fromStores: nil)
    position = newest
    let (view, memory) = (self.view, self.memory)
    view.perform {
      // Stays at 0, for the objects are faults now, and read their rows when they are drawn.
      view.stalenessInterval = 0
      view.refreshAllObjects()
      memory.token = newest
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
