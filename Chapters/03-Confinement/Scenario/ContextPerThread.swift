import CoreData
import Foundation
import WorkbookKit

/// A context for every thread, as it was done before contexts had queues.
///
/// An app keeps each in its thread's `threadDictionary`. The threads of this workbook serve one
/// run after another, so here the dictionary belongs to the run.
final class ContextPerThread: @unchecked Sendable {
  // @unchecked Sendable because the lock guards the dictionary.
  private let chat: ChatStack
  private let lock = NSLock()
  private var contexts: [ObjectIdentifier: NSManagedObjectContext] = [:]

  /// Call it on main: that thread's context is the view context.
  init(_ chat: ChatStack) {
    self.chat = chat
    contexts[ObjectIdentifier(Thread.current)] = chat.viewContext
  }

  /// The context of the calling thread, made when it asks for the first time.
  var current: NSManagedObjectContext {
    lock.withLock {
      let thread = ObjectIdentifier(Thread.current)
      if let known = contexts[thread] { return known }
      let context = confinedContext(chat)
      contexts[thread] = context
      return context
    }
  }
}

/// What `NSManagedObjectContext()` made: a context without a queue, good for one thread. Its type
/// is deprecated, and writing its name is a warning; hence the raw value.
func confinedContext(_ chat: ChatStack) -> NSManagedObjectContext {
  let type = NSManagedObjectContextConcurrencyType(rawValue: 0)!
  let context = NSManagedObjectContext(concurrencyType: type)
  context.persistentStoreCoordinator = chat.coordinator
  context.name = "thread context"
  return context
}
