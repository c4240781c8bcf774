internal import Deadlocks
internal import TemporaryIDs
internal import WorkbookKit

extension Library {
  /// The chapters that this program was built with: one line each.
  static let shipped = Library([
    .temporaryIDs,
    .deadlocks,
  ])
}
