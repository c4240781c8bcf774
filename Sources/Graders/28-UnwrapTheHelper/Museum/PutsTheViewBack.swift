import CoreData
import Foundation
import UnwrapTheHelper
import WorkbookKit

/// Means the view when a piece of work has ended.
final class PutsTheViewBack: HelpsTheScreens {
  private var view: NSManagedObjectContext!
  /// What is meant on a thread, for as long as a piece of work runs there.
  private let lock = NSLock()
  private var meant: [pthread_t: NSManagedObjectContext] = [:]

  func start(_ view: NSManagedObjectContext) { self.view = view }

  var current: NSManagedObjectContext { lock.withLock { meant[pthread_self()] } ?? view }

  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void) {
    let own = newContext()
    own.perform {
      let result = Result { try self.run(work, in: own) }
      self.view.perform {
        if case .failure(let error) = result { then(error) } else { then(nil) }
      }
    }
  }

  func wait(for work: () throws -> Void) throws {
    let own = newContext()
    try own.performAndWait { try run(work, in: own) }
  }

  /// In a block of the context.
  private func run(_ work: () throws -> Void, in own: NSManagedObjectContext) throws {
    let thread = pthread_self()
    let before = lock.withLock {
      let before = meant[thread]
      meant[thread] = own
      return before
    }
    defer { lock.withLock { meant[thread] = nil } }
    try work()
    try own.save()
  }

  /// A context for one piece of work.
  private func newContext() -> NSManagedObjectContext {
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = view.persistentStoreCoordinator
    own.name = "job"
    return own
  }
}
