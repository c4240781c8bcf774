import CoreData
import Foundation
import UnwrapTheHelper
import WorkbookKit

/// Tells where it has saved.
final class TellsBesideMain: HelpsTheScreens {
  private var view: NSManagedObjectContext!

  func start(_ view: NSManagedObjectContext) { self.view = view }

  var current: NSManagedObjectContext { Meant.context ?? view }

  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void) {
    let own = newContext()
    own.perform {
      var problem: (any Error)?
      do {
        try Meant.$context.withValue(own) { try work() }
        try own.save()
      } catch {
        problem = error
      }
      then(problem)
    }
  }

  func wait(for work: () throws -> Void) throws {
    let own = newContext()
    try own.performAndWait {
      try Meant.$context.withValue(own) { try work() }
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

/// What is meant by the piece of work that runs here.
private enum Meant {
  @TaskLocal static var context: NSManagedObjectContext?
}
