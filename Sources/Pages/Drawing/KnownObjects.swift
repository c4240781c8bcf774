internal import CoreData
internal import Interleaving

/// What is known of the objects in each context at a moment: everything the log has said by then.
///
/// An object is known from the first fact that names it. Its row is the same before and after it
/// gets its permanent ID.
struct KnownObjects: Equatable {
  private struct Cell: Equatable {
    var words: String
    /// That of the row which the values come from.
    var version: Int64?
  }

  /// In the order in which they first do something.
  private(set) var contexts: [String] = []
  /// Each by all names it had: `Message t1`, `Message p1`.
  private(set) var objects: [[String]] = []
  private var cells: [[String: Cell]] = []
  /// The row of each object, by all names it had.
  private var rowOf: [String: Int] = [:]
  /// Whether a context holds changes that it has not saved.
  private(set) var hasChanges: [String: Bool] = [:]

  init(_ events: some Sequence<TraceEvent>) {
    for event in events { take(event) }
  }

  /// What one more event makes known.
  mutating func take(_ event: TraceEvent) {
    if let fact = event.fact as? CoreDataFact { take(fact) }
  }

  var isEmpty: Bool { contexts.isEmpty }

  /// What is known of an object in a context: `has its values, version 2`.
  func words(_ object: Int, in context: String) -> String? {
    cells[object][context].map { cell in
      [cell.words, cell.version.map { "version \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
  }

  private mutating func take(_ fact: CoreDataFact) {
    switch fact {
    case .fetch(_, _, let context), .merge(_, let context): know(context)
    case .fault(let object, let context): put(Self.hasValues, object, context)
    case .holds(let object, let version, let context):
      hold(version > 0 ? version : nil, object, context)
    case .inaccessibleFault(let object, let context): put(Self.gone, object, context)
    case .refresh(let object, let context): put(Self.refreshed, object, context)
    case .idChange(let old, let new, let context): rename(old, new, context)
    case .conflict(_, _, let object, let context): put("in conflict", object, context)
    case .overwrite(let properties, let object, let child, let context):
      put("\(properties.joined(separator: ", ")) overwritten by \(child)", object, context)
    case .didChange(let changes, let context):
      know(context)
      if changes.inserted + changes.updated + changes.deleted > 0 { hasChanges[context] = true }
    case .didSave(_, let context), .rollback(let context):
      know(context)
      hasChanges[context] = false
    case .reset(_, let context):
      know(context)
      hasChanges[context] = false
      for index in cells.indices where cells[index][context] != nil {
        cells[index][context] = Cell(words: "forgotten")
      }
    case .confinement(let violation): take(violation)
    case .willSave(let context), .save(_, let context), .saveFailed(_, let context): know(context)
    case .misuse, .addStore, .storeAccess, .storeTime, .sql: break
    }
  }

  private mutating func take(_ violation: ConfinementViolation) {
    guard case .object(let object, let property) = violation.subject else { return }
    put("\(property) touched on \(violation.offender)", object, violation.context)
  }

  private mutating func know(_ context: String) {
    if !contexts.contains(context) { contexts.append(context) }
  }

  private mutating func put(_ words: String, _ object: String, _ context: String) {
    know(context)
    let row = row(of: object)
    let keeps = words != Self.refreshed && words != Self.gone
    cells[row][context] = Cell(words: words, version: keeps ? cells[row][context]?.version : nil)
  }

  private mutating func hold(_ version: Int64?, _ object: String, _ context: String) {
    know(context)
    let row = row(of: object)
    let words = cells[row][context]?.words == Self.hasID ? Self.hasID : Self.hasValues
    cells[row][context] = Cell(words: words, version: version)
  }

  private static let hasValues = "has its values"
  private static let hasID = "has its permanent ID"
  private static let refreshed = "refreshed"
  private static let gone = "its row is gone"

  private mutating func rename(_ old: String, _ new: String, _ context: String) {
    know(context)
    // In another context it may have got the new name already.
    let row = [rowOf[old], rowOf[new]].compactMap(\.self).min() ?? row(of: old)
    for name in [old, new] where rowOf[name] != row {
      objects[row].append(name)
      rowOf[name] = row
    }
    cells[row][context] = Cell(words: Self.hasID, version: cells[row][context]?.version)
  }

  private mutating func row(of object: String) -> Int {
    if let row = rowOf[object] { return row }
    objects.append([object])
    cells.append([:])
    rowOf[object] = objects.count - 1
    return objects.count - 1
  }
}
