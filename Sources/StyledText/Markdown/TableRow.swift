/// One line of a Markdown table.
enum TableRow {
  /// The cells between the bars; a bar in code or behind a backslash is text.
  static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isCode = false
    var isEscaped = false
    for character in line.trimmingSpaces {
      if character == "|", !isEscaped, !isCode {
        cells.append("")
      } else {
        if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      if character == "`" { isCode.toggle() }
      isEscaped = character == "\\" && !isEscaped
    }
    cells = cells.map(\.trimmingSpaces)
    if cells.first == "" { cells.removeFirst() }
    if cells.last == "" { cells.removeLast() }
    return cells
  }

  /// The alignments that a delimiter row states, nil where the line is none.
  static func alignments(_ line: String) -> [TextTable.Alignment]? {
    let cells = cells(line)
    guard line.contains("-"), !cells.isEmpty else { return nil }
    var alignments: [TextTable.Alignment] = []
    for cell in cells {
      let dashes = cell.filter { $0 == "-" }.count
      let colons = (cell.hasPrefix(":") ? 1 : 0) + (cell.hasSuffix(":") ? 1 : 0)
      guard dashes >= 1, dashes + colons == cell.count else { return nil }
      let isTrailing = cell.hasSuffix(":")
      alignments.append(colons == 2 ? .center : isTrailing ? .trailing : .leading)
    }
    return alignments
  }
}
