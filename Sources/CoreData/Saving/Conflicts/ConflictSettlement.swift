internal import Foundation
internal import Interleaving

/// One save's dealings with conflicts: what it wants to write, as the merge policy has changed it
/// so far, and what became of each object that stood in the way.
final class ConflictSettlement {
  private let context: NSManagedObjectContext
  private let policy: NSMergePolicy
  private(set) var changes: StoreChanges
  /// The last decision for each object, in the order of the first.
  private(set) var outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)] = []

  init(_ changes: StoreChanges, in context: NSManagedObjectContext) {
    self.changes = changes
    self.context = context
    policy = context.mergePolicy
  }

  /// What the store is to write instead; throws what the policy throws.
  func settle(_ clash: StoreClash) throws -> StoreChanges {
    switch clash {
    case .versions(let clashes): try settle(clashes)
    case .uniqueness(let clashes): try settle(clashes)
    }
    return changes
  }

  // MARK: Versions

  private func settle(_ clashes: [VersionClash]) throws {
    let intents = changes.intents(for: Set(clashes.map(\.id)))
    let conflicts = clashes.compactMap { clash -> NSMergeConflict? in
      guard let intent = intents[clash.id] else { return nil }
      return NSMergeConflict(
        clash, intent: intent, source: context.objectInSave(clash.id),
        switches: context.behaviour.deletionConflicts)
    }
    for conflict in conflicts {
      note(conflict.sourceObject, conflict.description, conflict.explanation)
    }
    try policy.resolve(mergeConflicts: conflicts)
    let undecided = conflicts.filter { $0.outcome == nil }
    if !undecided.isEmpty { throw CocoaError.unresolved(undecided) }
    decide(
      conflicts.compactMap { conflict in
        conflict.outcome.map { (conflict.sourceObject.objectID, adjusted($0, conflict)) }
      })
  }

  /// The decision as the object shows it: a policy of one's own may have changed it after `super`.
  private func adjusted(_ outcome: MergeOutcome, _ conflict: NSMergeConflict) -> MergeOutcome {
    let shown = conflict.sourceObject.currentValues
    return switch outcome {
    case .write(_, let theirs): .write(values: shown, over: theirs)
    case .adopt(let theirs) where shown != theirs.values: .write(values: shown, over: theirs)
    case .reinsert: .reinsert(values: shown)
    case .adopt, .delete, .becomeDeleted: outcome
    }
  }

  // MARK: Uniqueness

  private func settle(_ clashes: [UniquenessClash]) throws {
    let conflicts = clashes.map { clash in
      NSConstraintConflict(clash, in: changes) { [context] in context.objectInSave($0) }
    }
    for conflict in conflicts {
      if let first = conflict.conflictingObjects.first { note(first, conflict.description) }
    }
    try policy.resolve(mergeConflicts: conflicts)
    let undecided = conflicts.filter { $0.outcome == nil }
    if !undecided.isEmpty { throw CocoaError.unresolved(undecided) }
    for conflict in conflicts {
      guard let outcome = conflict.outcome else { continue }
      decide(outcome.decisions)
      changes.redirect(outcome.winners)
    }
  }

  // MARK: Both

  /// Takes the first decision for each object; if another one was needed, the store asks again.
  private func decide(_ decisions: [(id: NSManagedObjectID, outcome: MergeOutcome)]) {
    var seen: Set<NSManagedObjectID> = []
    let first = decisions.filter { seen.insert($0.id).inserted }
    changes.settle(first)
    outcomes.removeAll { seen.contains($0.id) }
    outcomes += first
  }

  private func note(
    _ object: NSManagedObject, _ report: @autoclosure () -> String,
    _ explanation: @autoclosure () -> ConflictExplanation? = nil
  ) {
    context.runtime.note(
      CoreDataFact.conflict(
        explanation: explanation(), report: report(), object: object.objectID.shortName,
        context: context.label))
  }
}
