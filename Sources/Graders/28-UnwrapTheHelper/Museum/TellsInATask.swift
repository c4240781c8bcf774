import CoreData
import Foundation
import UnwrapTheHelper
import WorkbookKit

/// Tells in a task, which takes the value of the work along.
final class TellsInATask: HelpsTheScreens {
  private var view: NSManagedObjectContext!

  func start(_ view: NSManagedObjectContext) { self.view = view }

  var current: NSManagedObjectContext { Meant.context ?? view }

  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void) {
    let own = newContext()
    let job = Job(work: work, then: then)
    Task {
      var problem: (any Error)?
      do {
        try await own.perform {
          try Meant.$context.withValue(own) { try job.work() }
          try own.save()
        }
      } catch {
        problem = error
      }
      let result = problem
      await MainActor.run { job.then(result) }
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

/// What a screen has asked for.
private struct Job: @unchecked Sendable {
  // @unchecked Sendable because each part is used where the layer has promised.
  let work: () throws -> Void
  let then: ((any Error)?) -> Void
}
