import CoreData
import ImportHistory
import Synchronization
import WorkbookKit

/// Each hundred has a context of its own; the last one to end tells.
struct ForgetsAnEarlierError: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard !texts.isEmpty else {
      view.perform { done(nil) }
      return
    }
    let starts = stride(from: 0, to: texts.count, by: 100)
    let tally = Tally(Array(starts).count)
    for start in starts {
      let batch = Array(texts[start..<min(start + 100, texts.count)])
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = view.persistentStoreCoordinator
      context.perform {
        var failure: (any Error)?
        do {
          for text in batch {
            let message = Message(context: context)
            message.text = text
          }
          try context.save()
        } catch {
          failure = error
        }
        if let end = tally.batchEnded(failure) {
          view.perform { done(end.failure) }
        }
      }
    }
  }
}

/// Counts the batches that are still on their way.
private final class Tally: Sendable {
  struct End: Sendable {
    let failure: (any Error)?
  }

  private struct State {
    var open: Int
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(open: count, failure: nil)) }

  /// What it all came to, if that was the last one.
  func batchEnded(_ failure: (any Error)?) -> End? {
    state.withLock { state in
      state.open -= 1
      state.failure = failure
      return state.open == 0 ? End(failure: state.failure) : nil
    }
  }
}
