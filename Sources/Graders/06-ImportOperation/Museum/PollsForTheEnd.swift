import CoreData
import Foundation
import ImportOperation
import WorkbookKit

/// Waits by looking whether the block is over.
struct PollsForTheEnd: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let state = State()
    return {
      context.perform {
        do {
          for text in texts { Message(context: context).text = text }
          try context.save()
        } catch {
          state.lock.withLock { state.failure = error }
        }
        state.lock.withLock { state.isOver = true }
      }
      while !state.lock.withLock({ state.isOver }) { Thread.sleep(forTimeInterval: 0.01) }
      if let failure = state.lock.withLock({ state.failure }) { throw failure }
    }
  }

  final class State: @unchecked Sendable {
    let lock = NSLock()
    var isOver = false
    var failure: (any Error)?
  }
}
