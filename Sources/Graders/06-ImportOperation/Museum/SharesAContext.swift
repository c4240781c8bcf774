import CoreData
import ImportOperation
import Synchronization
import WorkbookKit

/// All imports have one context: what one of them takes back may be of another one.
struct SharesAContext: MakesImports {
  private let contexts = ImportContexts()

  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = contexts.context(for: coordinator)
    return {
      // Short blocks, so that a long import does not keep the others waiting.
      for text in texts {
        context.performAndWait {
          let message = Message(context: context)
          message.text = text
        }
      }
      try context.performAndWait {
        guard context.hasChanges else { return }
        do {
          try context.save()
        } catch {
          context.rollback()
          throw error
        }
      }
    }
  }
}

/// The context of each coordinator's imports.
private final class ImportContexts: Sendable {
  private let known = Mutex<[ObjectIdentifier: NSManagedObjectContext]>([:])

  func context(for coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let key = ObjectIdentifier(coordinator)
    return known.withLock { known -> NSManagedObjectContext in
      if let context = known[key] { return context }
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.name = "import"
      known[key] = context
      return context
    }
  }
}
