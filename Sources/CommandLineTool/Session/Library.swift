internal import Basics
internal import Confinement
internal import Deadlocks
internal import NestedContexts
internal import Problems
internal import TemporaryIDs
internal import WorkbookKit

extension Library {
  /// The chapters that this program was built with: one line each.
  static let shipped = Library([
    .basics,
    .problems,
    .confinement,
    .nestedContexts,
    .temporaryIDs,
    .deadlocks,
  ])
}
