/// Rows of cells in aligned columns.
struct TextTable {
  var header: [String]
  var rows: [[TextLine]] = []

  /// The table in lines, two spaces between columns.
  func lines() -> [TextLine] {
    let heading = header.map { TextLine($0, .faint) }
    let all = (header.allSatisfy(\.isEmpty) ? [] : [heading]) + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.indices.map { row[$0].padded(to: widths[$0] + 2) }.reduce(.blank, +).trimmed
    }
  }

  /// The table, or its sentences where that is too narrow for it.
  func lines(width: Int, indent: Int) -> [TextLine] {
    let lines = lines().map { $0.indented(by: indent) }
    guard lines.contains(where: { $0.count > width }) else { return lines }
    return sentences().flatMap { TextLine.paragraph($0.text, indent: indent, width: width) }
  }

  /// One labelled sentence a row, for ears: `outcome: lost; kind: forbidden`.
  func sentences() -> [TextLine] {
    rows.map { row in
      let facts = row.indices.filter { row[$0].count > 0 }
        .map { header[$0].isEmpty ? row[$0].text : "\(header[$0]): \(row[$0].text)" }
      return TextLine(facts.joined(separator: "; ") + ".")
    }
  }
}
