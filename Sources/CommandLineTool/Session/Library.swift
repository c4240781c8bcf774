internal import Deadlocks
internal import WorkbookKit

extension Library {
  /// The chapters that this program was built with: one line each.
  static let shipped = Library([
    .deadlocks
  ])
}
