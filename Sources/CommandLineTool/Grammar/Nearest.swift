/// Finds the one name a typo was probably meant to be.
enum Nearest {
  /// The closest of some names, if it is close and no other is as close.
  static func name(to word: String, among names: some Sequence<String>) -> String? {
    let allowed = max(1, min(3, word.count / 2))
    let ranked = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
      .filter { $0.distance <= allowed }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = ranked.first else { return nil }
    let isTie = ranked.dropFirst().first?.distance == best.distance
    return isTie ? nil : best.name
  }

  /// How many letters must be put in, taken out, changed or swapped with their neighbour.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var best = min(rows[i][j + 1], row[j]) + 1
        best = min(best, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
