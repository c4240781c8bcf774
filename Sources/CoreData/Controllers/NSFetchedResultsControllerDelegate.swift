public import Foundation

/// What became of an object or a section of a controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// It is new in the list.
  case insert = 1
  /// It is no longer in the list.
  case delete = 2
  /// It is at another place, and perhaps changed.
  case move = 3
  /// It was changed and is where it was.
  case update = 4
}

/// One section of a controller's list.
public protocol NSFetchedResultsSectionInfo {
  /// What the objects of the section have in common; empty in a list without sections.
  var name: String { get }
  /// The title for an index at the side of a table.
  var indexTitle: String? { get }
  /// How many objects are in the section.
  var numberOfObjects: Int { get }
  /// The objects, in order.
  var objects: [Any]? { get }
}

/// Told when the list of a controller changes, in one of three styles. Of those that a delegate
/// implements the first in this order is used: snapshots; differences, for lists without sections;
/// the four calls (fact FR4).
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// The list as it is now. Also called with what `performFetch` found.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

  /// The way from the last list to the present one.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

  /// The list is about to change; the controller still shows the last one.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// A section came (its index is a new one) or went (an old one).
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)

  /// An object came, went, moved or was changed. `indexPath` is its place in the last list,
  /// `newIndexPath` that in the present one.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?)

  /// All changes were told.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// The index title of a section.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

// Every method is optional, as Apple's are. Swift cannot be asked whether a method is implemented;
// but a method that is not, ends here, and notes it.

extension NSFetchedResultsControllerDelegate {
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) { controller.results.noteUnanswered() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { controller.results.noteUnanswered() }

  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { controller.results.noteUnanswered() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) { controller.results.noteUnanswered() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) { controller.results.noteUnanswered() }

  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { controller.results.noteUnanswered() }

  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { controller.sectionIndexTitle(forSectionName: sectionName) }
}
