import CoreData
import WorkbookKit

/// Two peers on one store: the composer writes a message, the indexer is to find it.
func composerAndIndexer() throws -> (NSManagedObjectContext, NSManagedObjectContext) {
  let chat = try ChatStack()
  return (chat.backgroundContext("composer"), chat.backgroundContext("indexer"))
}

/// Whether a context finds the message by the ID that it was told.
func index(_ id: NSManagedObjectID, in indexer: NSManagedObjectContext) -> Bool {
  let message = try? indexer.existingObject(with: id) as? Message
  return message?.text == "On my way"
}
