import CoreData
import Interleaving
import WorkbookKit

/// Puts a message into a context. Belongs into one of its blocks.
@discardableResult
func compose(_ text: String, in context: NSManagedObjectContext) -> Message {
  let message = Message(context: context)
  message.text = text
  return message
}

/// The room with this ID, in the given context. Belongs into one of its blocks.
func room(_ id: NSManagedObjectID, in context: NSManagedObjectContext) -> Room {
  context.object(with: id) as! Room
}

/// A writer on the coordinator, the view context on top of the writer, a worker on top of both.
struct ThreeLevels {
  let chat: ChatStack
  let writer: NSManagedObjectContext
  let view: NSManagedObjectContext
  let worker: NSManagedObjectContext

  init(_ storage: ChatStack.Storage = .memory) throws {
    chat = try ChatStack(storage)
    writer = chat.backgroundContext("writer")
    view = NSManagedObjectContext(.mainQueue)
    view.parent = writer
    view.name = "view"
    worker = chat.child(of: view, "worker")
  }
}
