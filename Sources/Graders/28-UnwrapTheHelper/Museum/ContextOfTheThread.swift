import CoreData
import Foundation
import UnwrapTheHelper
import WorkbookKit

/// Each thread has a context.
final class ContextOfTheThread: HelpsTheScreens {
  private var view: NSManagedObjectContext!
  private let lock = NSLock()
  private var contexts: [pthread_t: NSManagedObjectContext] = [:]

  func start(_ view: NSManagedObjectContext) {
    self.view = view
    contexts[pthread_self()] = view
  }

  var current: NSManagedObjectContext {
    lock.withLock {
      if let known = contexts[pthread_self()] { return known }
      let own = NSManagedObjectContext(.privateQueue)
      own.persistentStoreCoordinator = view.persistentStoreCoordinator
      contexts[pthread_self()] = own
      return own
    }
  }

  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void) {
    DispatchQueue.global().async {
      var problem: (any Error)?
      do {
        try work()
        try self.current.save()
      } catch {
        problem = error
      }
      self.view.perform { then(problem) }
    }
  }

  func wait(for work: () throws -> Void) throws {
    try work()
    try current.save()
  }
}
