import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Looks again and again whether the import is over.
struct PollsForTheEnd: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    let isOver = OSAllocatedUnfairLockStandIn()
    context.perform {
      for text in texts { Message(context: context).text = text }
      do { try context.save() } catch { isOver.failure = error }
      isOver.value = true
    }
    while !isOver.value { Thread.sleep(forTimeInterval: 0.01) }
    done(isOver.failure)
  }

  final class OSAllocatedUnfairLockStandIn: @unchecked Sendable {
    var value = false
    var failure: (any Error)?
  }
}
