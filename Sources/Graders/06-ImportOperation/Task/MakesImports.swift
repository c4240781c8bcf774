public import CoreData
import WorkbookKit

/// What the importer of the chat client asks for.
public protocol MakesImports: Sendable {
  init()

  /// Makes an import that stores every text as a message. Called on the main thread; the import is
  /// run once, later, on another thread, and has stored everything when it returns.
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void
}
