import CoreData
import ImportOperation
import WorkbookKit

/// Makes one context with the first import, and keeps it.
final class KeepsOneContext: MakesImports, @unchecked Sendable {
  // @unchecked Sendable because imports are made on main, and only there is the property used.
  private var kept: NSManagedObjectContext?

  init() {}

  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = context(for: coordinator)
    return {
      try context.performAndWait {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
        if context.hasChanges { try context.save() }
      }
    }
  }

  private func context(for coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    if let kept, kept.persistentStoreCoordinator === coordinator { return kept }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    kept = context
    return context
  }
}
