/// One numbered statement about how Core Data behaves. The module is built after them, its tests
/// carry their numbers, and lessons cite them.
package struct NumberedFact: Hashable, Sendable {
  /// How far it may be trusted.
  package enum Mark: Character, Sendable {
    case documented = "D"
    /// Widely reported and not promised; asserted in suites called Observed.
    case observed = "W"
    /// Sources disagree or are silent: a named switch decides.
    case uncertain = "U"
  }

  /// Its letters and number: `K6`, `BR4`.
  package let id: String
  package let mark: Mark
  /// What it is about, in a few words.
  package let subject: String

  /// The letters of the ID.
  package var group: String { String(id.prefix { $0.isLetter }) }
}

extension NumberedFact {
  package static let groups: [(letters: String, title: String)] = [
    ("A", "Construction, ownership, lifetime"), ("B", "perform, performAndWait, deadlock"),
    ("C", "Thread rules and the checker"), ("D", "Object IDs"), ("E", "Nested contexts"),
    ("F", "Visibility, snapshots, row cache"), ("G", "Fetching"),
    ("H", "Faults and inaccessible rows"), ("I", "Notifications"), ("J", "Merging changes"),
    ("K", "Optimistic locking and merge policies"), ("L", "Uniqueness constraints"),
    ("M", "Delete rules and inverses"), ("N", "Validation"), ("O", "Undo"),
    ("P", "Coordinator and SQLite"), ("Q", "Stores"), ("R", "Migration"),
    ("BR", "Batch requests"), ("T", "Asynchronous fetch"), ("U", "Persistent history"),
    ("V", "Query generations"), ("FR", "Fetched results controller"),
  ]

  /// All of them, in groups.
  package static let all: [NumberedFact] = (contextFacts + dataFacts + storeFacts)
    .split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let mark = Mark(rawValue: Character(String(words[1]))) else {
        return nil
      }
      return NumberedFact(id: String(words[0]), mark: mark, subject: String(words[2]))
    }
}
