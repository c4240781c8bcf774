import CoreData
import Foundation
import Testing

/// A delegate that does not wait for the end of an event.
struct LeavingDelegateTests {
  @Test func `a delegate that leaves in the middle of an event hears no more of it`() throws {
    final class Leaver: NSObject, NSFetchedResultsControllerDelegate {
      var words: [String] = []
      weak var leaves: NSFetchedResultsController<NSManagedObject>?

      func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { words.append("will change") }

      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
      ) {
        words.append("change")
        leaves?.delegate = nil
      }

      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { words.append("did change") }
    }
    let stage = try ControllerStage(["a one"])
    try stage.inside {
      let (controller, leaver) = (stage.controller(), Leaver())
      leaver.leaves = controller
      controller.delegate = leaver
      try controller.performFetch()
      for name in ["two", "three"] {
        stage.context.insert("Room", ["topic": "a", "name": name])
      }
      stage.context.processPendingChanges()
      #expect(leaver.words == ["will change", "change"])
    }
  }
}
