internal import StyledText

/// Objects down, contexts across, and what is known of each there.
struct ObjectDrawing {
  let table: KnownObjects
  let width: Double
  let top: Double
  private let rows: [[[String]]]
  private let columns: [Double]

  init(_ table: KnownObjects, width: Double, top: Double) {
    self.table = table
    self.width = width
    self.top = top
    let first = 150.0
    let column = (width - 32 - first) / Double(max(1, table.contexts.count))
    let letters = Scalable.letters(in: column - 12)
    columns = [16] + table.contexts.indices.map { 16 + first + Double($0) * column }
    let names = Scalable.letters(in: first - 12)
    rows = table.rows.enumerated().map { index, row in
      row.enumerated().map { $0.element.wrapped(to: $0.offset == 0 ? names : letters) }
    }
  }

  private func height(_ row: [[String]]) -> Double {
    Double(row.map(\.count).max() ?? 1) * Scalable.lineHeight + 10
  }

  var bottom: Double { rows.reduce(top + 10) { $0 + height($1) } }

  var body: [Markup] {
    var y = top
    return rows.enumerated().flatMap { index, row -> [Markup] in
      defer { y += height(row) }
      let name = index == 0 ? "strong" : "deed"
      return row.enumerated().map { column, lines in
        Scalable.text(
          lines, x: columns[column], y: y + 16, class: column == 0 ? "strong" : name)
      } + [Scalable.line(16, y + height(row), to: width - 16, y + height(row), class: "rail")]
    }
  }
}

extension KnownObjects {
  /// The head with the contexts, what each of them holds, and a row for each object.
  var rows: [[String]] {
    let state = contexts.map { hasChanges[$0].map { $0 ? "unsaved changes" : "all saved" } ?? "" }
    let heads = [[""] + contexts] + (state.allSatisfy(\.isEmpty) ? [] : [["changes"] + state])
    let shown = objects.indices.prefix(Self.longest).map { index in
      [objects[index].joined(separator: ", now ")]
        + contexts.map { words(index, in: $0) ?? "" }
    }
    let rest = objects.count - shown.count
    let more = rest > 0 ? [["and \(rest) more"] + contexts.map { _ in "" }] : []
    return heads + shown + more
  }

  /// More rows than this are not read.
  private static let longest = 8
}
