/// What a worker's part of the store must be, by its own books. Written when a save has returned.
struct Ledger: Sendable {
  /// The state of each living item, by serial number.
  var items: [Int64: Int64] = [:]
  /// How many items were ever made.
  var made: Int64 = 0
  /// How often a counter of everybody was counted up.
  var counted: Int64 = 0
  var operations = 0
  /// How often another worker had been quicker on a counter of all.
  var conflicts = 0
}
