import CoreData
import Foundation

/// Writes down what a controller tells in the four calls, and keeps a table up to date as an app
/// would: everything that goes by its old place first, then everything that comes by its new one.
class TableDelegate: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var words: [String] = []
  /// What the table shows: a name and texts for each section.
  private(set) var table: [(name: String, rows: [String])] = []
  private var gone: [IndexPath] = []
  private var goneSections: [Int] = []
  private var came: [(IndexPath, String)] = []
  private var cameSections: [(Int, String)] = []
  private var reloaded: [(IndexPath, String)] = []
  private let key: String

  init(showing key: String = "name") { self.key = key }

  func show(_ controller: NSFetchedResultsController<NSManagedObject>) {
    table = (controller.sections ?? []).map { section in
      (section.name, (section.objects ?? []).map(text))
    }
    words = []
  }

  private func text(_ object: Any) -> String {
    (object as? NSManagedObject)?.value(forKey: key) as? String ?? "-"
  }

  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    words.append("will change \(controller.fetchedObjects?.count ?? -1)")
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex index: Int,
    for type: NSFetchedResultsChangeType
  ) {
    words.append("\(type) section \(sectionInfo.name) \(index)")
    if type == .delete {
      goneSections.append(index)
    } else {
      cameSections.append((index, sectionInfo.name))
    }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let text = text(anObject)
    let places = [indexPath, newIndexPath].map { $0.map { "\($0.section)-\($0.item)" } ?? "nil" }
    words.append("\(type) \(text) \(places[0]) \(places[1])")
    if type == .update, let indexPath { reloaded.append((indexPath, text)) }
    if type != .update, let indexPath { gone.append(indexPath) }
    if type != .update, let newIndexPath { came.append((newIndexPath, text)) }
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    words.append("did change \(controller.fetchedObjects?.count ?? -1)")
    for (path, text) in reloaded { table[path.section].rows[path.item] = text }
    // A row may be named by its own change and go with its section as well.
    for path in gone.sorted(by: >) { table[path.section].rows.remove(at: path.item) }
    for index in goneSections.sorted(by: >) { table.remove(at: index) }
    for (index, name) in cameSections.sorted(by: { $0.0 < $1.0 }) {
      table.insert((name, []), at: index)
    }
    for (path, text) in came.sorted(by: { $0.0 < $1.0 }) {
      table[path.section].rows.insert(text, at: path.item)
    }
    (gone, goneSections, came, cameSections, reloaded) = ([], [], [], [], [])
  }

  func forget() { words = [] }

  /// `a: x y | b: z`
  var picture: String {
    table.map { "\($0.name): \($0.rows.joined(separator: " "))" }.joined(separator: " | ")
  }
}

/// Takes snapshots; differences and the four calls, which it knows as well, must stay unused.
final class SnapshotDelegate: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var snapshots: [NSDiffableDataSourceSnapshot<String, NSManagedObjectID>] = []
  private(set) var others: [String] = []

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    snapshots.append(snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>)
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { others.append("difference") }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    others.append("did change")
  }
}

/// Takes differences, and the four calls where there are none.
final class DifferenceDelegate: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []
  private(set) var others: [String] = []

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { differences.append(diff) }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    others.append("did change")
  }
}

/// Knows nothing of changes.
final class IdleDelegate: NSObject, NSFetchedResultsControllerDelegate {}

extension NSFetchedResultsController {
  /// What the controller shows, as `TableDelegate.picture` would.
  func picture(_ key: String = "name") -> String {
    (sections ?? []).map { section in
      let rows = (section.objects ?? []).map {
        ($0 as? NSManagedObject)?.value(forKey: key) as? String ?? "-"
      }
      return "\(section.name): \(rows.joined(separator: " "))"
    }.joined(separator: " | ")
  }
}
