import CoreData
import Foundation
import ImportOperation
import WorkbookKit

/// Enqueues a block, and waits on its own thread until it is over.
struct WaitsForASignal: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      let finished = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var failure: (any Error)?
      context.perform {
        do {
          for text in texts { Message(context: context).text = text }
          if context.hasChanges { try context.save() }
        } catch {
          failure = error
        }
        finished.signal()
      }
      finished.wait()
      if let failure { throw failure }
    }
  }
}
