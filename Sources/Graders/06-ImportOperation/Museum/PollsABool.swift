import CoreData
import Foundation
import ImportOperation
import WorkbookKit

/// Waits by looking at a plain variable, which the block writes.
struct PollsABool: MakesImports {
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
          state.failure = error
        }
        state.isOver = true
      }
      while !state.isOver { Thread.sleep(forTimeInterval: 0.01) }
      if let failure = state.failure { throw failure }
    }
  }

  final class State: @unchecked Sendable {
    var isOver = false
    var failure: (any Error)?
  }
}
