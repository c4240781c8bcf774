import CoreData
import Foundation
import WidgetNews
import WorkbookKit

/// Begins again by the rows, and takes the newest token behind that.
final class TakesTheTokenLast: FollowsTheWidget {
  /// `fileWasWritten` comes on queues of the store's.
  private let lock = NSLock()
  private var follower: Follower?

  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    let follower = Follower(view, memory)
    lock.withLock { self.follower = follower }
    // What was written while the app was not there.
    follower.readOn()
  }

  func fileWasWritten() {
    // What comes before the start is read by the start.
    lock.withLock { follower }?.readOn()
  }
}

private final class Follower {
  private let view: NSManagedObjectContext
  private let memory: any AppMemory

  init(_ view: NSManagedObjectContext, _ memory: any AppMemory) {
    (self.view, self.memory) = (view, memory)
  }

  func readOn() {
    view.perform { [self] in
      do {
        for transaction in try view.history(after: memory.token) {
          if transaction.author != "app" {
            view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            view.newTexts(in: transaction).forEach(memory.tell)
          }
          memory.token = transaction.token
        }
      } catch let gone where (gone as NSError).code == NSPersistentHistoryTokenExpiredError {
        beginAgain()
      } catch {
        // The token has not moved: the next call reads the same again.
      }
    }
  }

  /// What was missed is told by the rows only.
  private func beginAgain() {
    view.stalenessInterval = 0
    view.refreshAllObjects()
    // The screens draw rooms next: all of them in one trip, not a fault for each.
    let rooms = NSFetchRequest<Room>(entityName: "Room")
    rooms.returnsObjectsAsFaults = false
    _ = try? view.fetch(rooms)
    // A token says that all before it is done, so it is kept last.
    memory.token = view.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
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
