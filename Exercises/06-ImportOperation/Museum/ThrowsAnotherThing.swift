import CoreData
import Foundation
import WorkbookKit

/// Saves one by one, so that half is stored when it throws.
struct ThrowsAnotherThing: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return {
      for text in texts {
        context.performAndWait { Message(context: context).text = text }
      }
      context.performAndWait { try? context.save() }
      if context.hasChanges { throw CocoaError(.fileWriteUnknown) }
    }
  }
}
