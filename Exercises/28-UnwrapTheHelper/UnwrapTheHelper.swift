import CoreData
import Foundation
import UnwrapTheHelper
import WorkbookKit

/// One variable that each piece of work sets, behind a lock.
final class Answer: HelpsTheScreens {
  private var view: NSManagedObjectContext!
  private let lock = NSLock()
  private var context: NSManagedObjectContext!

  func start(_ view: NSManagedObjectContext) { (self.view, context) = (view, view) }

  var current: NSManagedObjectContext { lock.withLock { context } }

  private func set(_ context: NSManagedObjectContext) { lock.withLock { self.context = context } }

  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void) {
    let own = newContext()
    own.perform {
      var problem: (any Error)?
      self.set(own)
      do {
        try work()
        try own.save()
      } catch {
        problem = error
      }
      self.set(self.view)
      self.view.perform { then(problem) }
    }
  }

  func wait(for work: () throws -> Void) throws {
    let own = newContext()
    let before = current
    defer { set(before) }
    try own.performAndWait {
      set(own)
      try work()
      try own.save()
    }
  }

  /// A context for one piece of work.
  private func newContext() -> NSManagedObjectContext {
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = view.persistentStoreCoordinator
    own.name = "job"
    return own
  }
}
