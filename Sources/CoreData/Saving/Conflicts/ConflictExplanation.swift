internal import Foundation

/// A conflict as a table: what the object read, what each side made of it, and what each policy
/// would write.
///
///     Message p3: read at version 1, now at version 2
///     property   base   mine    theirs   error   store trump   object trump   ...
///     text       "a"    "b" *   "c" *    -       "c"           "b"
public struct ConflictExplanation: Sendable, Hashable, Codable, CustomStringConvertible {
  /// One property.
  public struct Line: Sendable, Hashable, Codable {
    /// The name of the property.
    public let property: String
    /// The value that both sides began with.
    public let base: String
    /// The value of the one who saves.
    public let mine: String
    /// The value in the store.
    public let theirs: String
    /// Whether each side changed the property.
    public let iChangedIt: Bool
    /// Whether the others changed it.
    public let theyChangedIt: Bool
    /// What each policy that has an answer would write.
    public let results: [NSMergePolicyType: String]

    /// Whether both sides changed it.
    public var isDisputed: Bool { iChangedIt && theyChangedIt && mine != theirs }
  }

  /// Which object, and which versions.
  public let title: String
  /// The properties that were changed, in the order of the model.
  public let lines: [Line]
  /// What each policy would do to the row as a whole.
  public let verdicts: [NSMergePolicyType: String]

  init(_ clash: VersionClash, intent: MergeIntent, switches: DeletionConflictSwitches) {
    let now = clash.theirs.map { "now at version \($0.version)" } ?? "now deleted"
    title = "\(clash.id.shortName): read at version \(clash.base.version), \(now)"
    var verdicts: [NSMergePolicyType: String] = [:]
    for policy in NSMergePolicyType.allCases {
      verdicts[policy] =
        clash.outcome(of: intent, under: policy, switches: switches)?.words ?? "the save fails"
    }
    self.verdicts = verdicts
    lines = Self.lines(clash, intent)
  }

  private static func lines(_ clash: VersionClash, _ intent: MergeIntent) -> [Line] {
    guard case .update(let ours, let changed) = intent, let theirs = clash.theirs else { return [] }
    let merge = RowMerge(base: clash.base, ours: ours, changedSlots: changed, theirs: theirs)
    return clash.base.values.indices.compactMap { slot in
      guard changed.contains(slot) || merge.theyChanged(slot) else { return nil }
      var results: [NSMergePolicyType: String] = [:]
      for policy in NSMergePolicyType.allCases {
        results[policy] = merge.values(under: policy)?[slot].words
      }
      return Line(
        property: clash.id.scope.layout.slots[slot].name, base: clash.base[slot].words,
        mine: ours[slot].words, theirs: theirs[slot].words,
        iChangedIt: changed.contains(slot), theyChangedIt: merge.theyChanged(slot),
        results: results)
    }
  }

  /// The table as text: a star marks what a side changed.
  public var description: String {
    let policies = NSMergePolicyType.allCases
    var rows = [["property", "base", "mine", "theirs"] + policies.map(\.shortName)]
    for line in lines {
      let mine = line.iChangedIt ? "\(line.mine) *" : line.mine
      let theirs = line.theyChangedIt ? "\(line.theirs) *" : line.theirs
      rows.append(
        [line.property, line.base, mine, theirs] + policies.map { line.results[$0] ?? "-" })
    }
    let table = lines.isEmpty ? [] : AlignedColumns(rows).lines
    let ends = policies.map { "\($0.shortName): \(verdicts[$0] ?? "-")" }
    return ([title] + table + ends).joined(separator: "\n")
  }
}

extension MergeOutcome {
  /// What happens to the row, as a sentence without a subject.
  var words: String {
    switch self {
    case .write: "the merged row is written"
    case .adopt: "the store's row stays"
    case .reinsert: "the row is inserted again"
    case .delete: "the row is deleted"
    case .becomeDeleted: "the object is deleted"
    }
  }
}
