public import Interleaving

/// What Core Data sees happen in a run. Objects and contexts go by the names that reports have for
/// them: `Room p1`, `view`.
public enum CoreDataFact: Fact, Hashable {
  // Reading

  /// A context asked its parent for the objects that match, or for their number.
  case fetch(entity: String, isCount: Bool, context: String)
  /// A fault was fulfilled.
  case fault(object: String, context: String)
  /// An object has the values of its row as that is after so many saves.
  case holds(object: String, version: Int64, context: String)
  /// A fault could not be fulfilled: its row is gone.
  case inaccessibleFault(object: String, context: String)

  // Changing

  /// Pending changes were processed.
  case didChange(changes: ChangeCounts, context: String)
  /// An object exchanged its temporary ID for a permanent one.
  case idChange(from: String, to: String, context: String)
  /// An object took its values anew, or became a fault.
  case refresh(object: String, context: String)
  /// A context forgot all its objects.
  case reset(objects: Int, context: String)
  /// A context took back its changes.
  case rollback(context: String)

  // Saving

  /// A context is about to save.
  case willSave(context: String)
  /// A context hands its changes to what is below it.
  case save(changes: ChangeCounts, context: String)
  /// A context has saved.
  case didSave(changes: ChangeCounts, context: String)
  /// A save threw; nothing was written.
  case saveFailed(error: String, context: String)
  /// A save met a row that others had changed, which is explained, or values that must be unique.
  case conflict(
    explanation: ConflictExplanation?, report: String, object: String, context: String)
  /// A child's save overwrote what its parent had changed meanwhile.
  case overwrite(properties: [String], object: String, child: String, context: String)
  /// A context took over what another context saved.
  case merge(changes: ChangeCounts, context: String)

  // Mistakes

  /// Settings were combined in a way that does not work.
  case misuse(report: String, context: String)
  /// A context or object was touched off its queue.
  case confinement(violation: ConfinementViolation)

  // Stores

  /// A store was opened.
  case addStore(store: String, coordinator: String?)
  /// A trip to a store begins. What it is for, a fact of its context may tell as well.
  case storeAccess(work: StoreWork, store: String)
  /// Virtual time goes by while a store works.
  case storeTime(work: StoreWork, store: String)
  /// A statement was run.
  case sql(statement: String, store: String)
}

extension CoreDataFact {
  public var words: String {
    switch self {
    case .fetch(let entity, let isCount, _): "\(isCount ? "counts" : "fetches") \(entity)"
    case .fault(let object, _): "fulfils \(object)"
    case .holds(let object, let version, _): "holds version \(version) of \(object)"
    case .inaccessibleFault(let object, _): "finds no row for \(object)"
    case .didChange(let changes, _): changes.description
    case .idChange(let old, let new, _): "\(old) becomes \(new)"
    case .refresh(let object, _): "refreshes \(object)"
    case .reset(let objects, _): "forgets \(objects.words("object"))"
    case .rollback: "takes back its changes"
    case .willSave: "is about to save"
    case .save(let changes, _): "saves \(changes)"
    case .didSave(let changes, _): "has saved \(changes)"
    case .saveFailed(let error, _): "fails to save: \(error.firstSentence)"
    case .conflict(_, let report, _, _): "meets a conflict: \(report.firstLine)"
    case .overwrite(let properties, let object, let child, _):
      "\(child) overwrites \(properties.joined(separator: ", ")) of \(object)"
    case .merge(let changes, _): "merges \(changes.isEmpty ? "nothing" : "\(changes)")"
    case .misuse(let report, _): report
    case .confinement(let violation): violation.description
    case .addStore(let store, _): "adds \(store)"
    case .storeAccess(let work, let store), .storeTime(let work, let store): work.words(of: store)
    case .sql(let statement, _): statement
    }
  }
}

extension CoreDataFact {
  /// The violation that this is.
  public var violation: ConfinementViolation? {
    if case .confinement(let violation) = self { violation } else { nil }
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }

  /// What went wrong; what is to be done about it stands behind.
  fileprivate var firstSentence: String {
    let line = firstLine
    return line.firstRange(of: ". ").map { String(line[..<$0.lowerBound]) } ?? line
  }
}

// MARK: Kinds

extension CoreDataFact {
  /// The cases without what they carry, to ask and to count by.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Reading and changing.
    case fetch, fault, holds, inaccessibleFault, didChange, idChange, refresh, reset, rollback
    /// Saving, merging and mistakes.
    case willSave, save, didSave, saveFailed, conflict, overwrite, merge, misuse, confinement
    /// Stores.
    case addStore, storeAccess, storeTime, sql
  }

  /// The case without what it carries.
  public var kind: Kind {
    switch self {
    case .fetch: .fetch
    case .fault: .fault
    case .holds: .holds
    case .inaccessibleFault: .inaccessibleFault
    case .didChange: .didChange
    case .idChange: .idChange
    case .refresh: .refresh
    case .reset: .reset
    case .rollback: .rollback
    case .willSave: .willSave
    case .save: .save
    case .didSave: .didSave
    case .saveFailed: .saveFailed
    case .conflict: .conflict
    case .overwrite: .overwrite
    case .merge: .merge
    case .misuse: .misuse
    case .confinement: .confinement
    case .addStore: .addStore
    case .storeAccess: .storeAccess
    case .storeTime: .storeTime
    case .sql: .sql
    }
  }

  public var name: String { kind.rawValue }
}
