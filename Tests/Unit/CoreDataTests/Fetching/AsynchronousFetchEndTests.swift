import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group T: how an asynchronous fetch ends when it is cancelled or its context is gone.
struct AsynchronousFetchEndTests {
  @Test(arguments: RuntimeKind.both)
  func `T3: a fetch that is cancelled has an error and no result`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      _ = try stack.savedRoom("lobby")
      let context = stack.context("asking")
      let byResult = try stack.fetchAsynchronously(in: context) { _ in
      } then: {
        $0.cancel()
      }
      let byProgress = try stack.fetchAsynchronously(in: context) { _ in
      } then: {
        $0.progress?.cancel()
      }
      for outcome in [byResult, byProgress] {
        #expect((outcome.error as? CocoaError)?.code == .userCancelled)
        #expect(outcome.names == nil)
        #expect(outcome.calls == 1)
      }
    }
  }

  @Test func `T3: cancelled at any moment, it ends once, with results or with the error`() throws {
    let exploration = try explore("cancelling") { runtime in
      let stack = try ChatStack(.sqlite)
      let context = stack.context("asking")
      var ends: [String] = []
      let result = try context.performAndWait {
        try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room")) {
            if let found = $0.finalResult { ends.append("\(found.count) found") }
            if let error = $0.operationError {
              ends.append("\((error as? CocoaError)?.code == .userCancelled ? "cancelled" : "?")")
            }
          })
      }
      runtime.uncheckedThread("impatient") {
        (result as? NSPersistentStoreAsynchronousResult)?.cancel()
      }
      runtime.atEnd {
        withExtendedLifetime(context) { runtime.outcome(ends.joined(separator: ", ")) }
      }
    }
    #expect(exploration.failingSchedules == 0)
    #expect(exploration.outcomes.map(\.name).sorted() == ["0 found", "cancelled"])
  }

  @Test(arguments: RuntimeKind.both)
  func `T3: progress is indeterminate without an estimate, and part of the current one`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      for name in ["lobby", "attic"] { _ = try stack.savedRoom(name) }
      let context = stack.context("asking")
      let whole = Progress(totalUnitCount: 10)
      for (estimate, expected) in [(0, -1), (7, 7)] {
        let request = NSFetchRequest<Room>(entityName: "Room")
        let done = Runtime.current.semaphore("done", value: 0)
        let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { _ in done.signal() }
        fetch.estimatedResultCount = estimate
        try context.performAndWait {
          whole.becomeCurrent(withPendingUnitCount: 5)
          let result = try context.execute(fetch) as? NSPersistentStoreAsynchronousResult
          whole.resignCurrent()
          // Read inside the context's block, so that the completion cannot have been called.
          #expect(result?.progress?.totalUnitCount == Int64(expected))
          #expect(result?.progress?.isIndeterminate == (estimate == 0))
        }
        done.wait()
      }
      #expect(whole.fractionCompleted == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `T4: when its context is gone the completion is told so, or is not called`(
    kind: RuntimeKind
  ) throws {
    for (abandoned, expected) in [
      (CoreDataBehaviour.AbandonedFetches.fail, [true]), (.stayQuiet, []),
    ] {
      try kind.run {
        let stack = try ChatStack { $0.abandonedFetches = abandoned }
        let queues = Runtime.current.semaphore("context is gone", value: 0)
        let ended = Runtime.current.semaphore("ended", value: 0)
        var errors: [Bool] = []
        // The coordinator's queue is held, so that the answer comes when the context is gone.
        stack.coordinator.perform { queues.wait() }
        func start() throws {
          let context = stack.context("short-lived")
          _ = try context.performAndWait {
            try context.execute(
              NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room")) {
                errors.append($0.operationError != nil && $0.finalResult == nil)
                ended.signal()
              })
          }
        }
        try start()
        queues.signal()
        if abandoned == .fail { ended.wait() } else { stack.coordinator.performAndWait {} }
        #expect(errors == expected)
      }
    }
  }

  @Test func `T1: batches and history are awaited like anything else`() async throws {
    let stack = try ChatStack.withHistory()
    _ = try stack.savedRoom("lobby")
    let context = stack.context("awaited")
    let deleted = try await context.perform {
      let batch = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Room"))
      batch.resultType = .resultTypeCount
      return (try context.execute(batch) as? NSBatchDeleteResult)?.result as? Int
    }
    #expect(deleted == 1)
    let transactions = try await context.perform {
      let result = try context.execute(
        NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
      return ((result as? NSPersistentHistoryResult)?.result as? [Any])?.count
    }
    #expect(transactions == 2)
  }
}

/// What an asynchronous fetch of rooms came to.
struct AsynchronousOutcome {
  var names: [String]?
  var error: (any Error)?
  var calls = 0
  /// Whether the result was there when `execute` returned.
  var wasThereAtReturn: Bool?
}

extension ChatStack {
  /// Fetches rooms and waits for the completion. `meanwhile` runs on the context's queue after the
  /// request was executed and before its answer is taken in, `then` while the queue is still held.
  func fetchAsynchronously(
    in context: NSManagedObjectContext, meanwhile: () throws -> Void = {},
    _ prepare: (NSFetchRequest<Room>) -> Void,
    then: (NSAsynchronousFetchResult<Room>) -> Void = { _ in }
  ) throws -> AsynchronousOutcome {
    let request = NSFetchRequest<Room>(entityName: "Room")
    prepare(request)
    let done = Runtime.current.semaphore("done", value: 0)
    var outcome = AsynchronousOutcome()
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
      // Objects are read here: the checker would tell if this were not the context's queue.
      outcome.names = result.finalResult?.compactMap { $0["name"] }
      outcome.error = result.operationError
      outcome.calls += 1
      done.signal()
    }
    try context.performAndWait {
      let result = try context.execute(fetch) as? NSAsynchronousFetchResult<Room>
      outcome.wasThereAtReturn = result?.finalResult != nil
      if let result { then(result) }
      try meanwhile()
    }
    done.wait()
    return outcome
  }
}
