import CoreData
import Foundation
import ImportOperation
import WorkbookKit

/// Asks outside whether it was saved, and throws an error of its own.
struct ThrowsAnotherThing: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
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
