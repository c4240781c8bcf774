/// Rows of cells in aligned columns, mostly under headings.
public struct TextTable: Sendable, Hashable {
  /// Where the words of a column stand.
  public enum Alignment: Sendable, Hashable {
    case leading, trailing, center
  }

  public var header: [TextLine]
  public var rows: [[TextLine]]
  public var alignments: [Alignment]

  public init(header: [TextLine], rows: [[TextLine]] = [], alignments: [Alignment] = []) {
    self.header = header
    self.rows = rows
    self.alignments = alignments
  }

  public init(header: [String]) { self.init(header: header.map { TextLine($0) }) }

  // MARK: For the eye

  /// Two spaces between columns, each as wide as its widest cell.
  public func lines() -> [TextLine] {
    let titles = header.map { $0.mapRoles { _ in .faint } }
    let all = (header.allSatisfy(\.isEmpty) ? [] : [titles]) + rows.map(filled)
    return all.flatMap { lines(of: $0, widths: naturalWidths, gap: "  ") }
  }

  /// The same, or sentences where it does not fit.
  public func lines(width: Int, indent: Int) -> [TextLine] {
    let lines = lines().map { $0.indented(by: indent) }
    if lines.allSatisfy({ $0.width <= width }) { return lines }
    return sentences().flatMap { TextLine.paragraph($0.text, indent: indent, width: width) }
  }

  /// Rules between columns and under the headings. Cells are wrapped where the table would be too
  /// wide.
  public func ruledLines(width: Int, usesBoxDrawing: Bool) -> [TextLine] {
    let gap = TextLine(usesBoxDrawing ? " │ " : " | ", .faint)
    let widths = fittingWidths(in: width, gap: 3)
    let rule = usesBoxDrawing ? "─" : "-"
    let cross = usesBoxDrawing ? "─┼─" : "-+-"
    let line = widths.map { String(repeating: rule, count: $0) }.joined(separator: cross)
    let titles = header.map { $0.mapRoles { $0 == .plain ? .strong : $0 } }
    return lines(of: titles, widths: widths, gap: gap) + [TextLine(line, .faint)]
      + rows.flatMap { lines(of: filled($0), widths: widths, gap: gap) }
  }

  private func lines(of row: [TextLine], widths: [Int], gap: TextLine) -> [TextLine] {
    let cells = zip(row, widths).map { cell, width in
      cell.width <= width ? [cell] : cell.wrapped(to: width)
    }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      let parts = cells.indices.map { column in
        let text = index < cells[column].count ? cells[column][index] : .blank
        return placed(text, column: column, width: widths[column])
      }
      return parts.joined(separator: gap).trimmed
    }
  }

  private func placed(_ text: TextLine, column: Int, width: Int) -> TextLine {
    let room = max(0, width - text.width)
    let alignment = column < alignments.count ? alignments[column] : .leading
    let before =
      switch alignment {
      case .leading: 0
      case .trailing: room
      case .center: room / 2
      }
    return text.indented(by: before).padded(to: width)
  }

  /// As many cells as there are headings.
  private func filled(_ row: [TextLine]) -> [TextLine] {
    Array((row + header.map { _ in .blank }).prefix(header.count))
  }

  private var naturalWidths: [Int] {
    let all = [header] + rows.map(filled)
    return header.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
  }

  /// The natural widths, the widest columns narrowed until the row fits. No column gets narrower
  /// than a wide character.
  private func fittingWidths(in width: Int, gap: Int) -> [Int] {
    var widths = naturalWidths.map { max(2, $0) }
    let room = width - gap * (widths.count - 1)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 2,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
    return widths
  }

  // MARK: For the ear

  /// One labelled sentence a row, without what is empty: `outcome: lost; kind: forbidden.`
  public func sentences() -> [TextLine] {
    rows.map { row in
      let facts = zip(header, filled(row)).filter { !$1.isEmpty }.map(labelled)
      return facts.joined(separator: "; ") + "."
    }
  }

  /// One labelled sentence a row that leaves nothing out: `Name: a, Kind: none.`
  public func completeSentences() -> [TextLine] {
    rows.map { row in
      let facts = zip(header, filled(row)).map { labelled($0, $1.isEmpty ? "none" : $1) }
      return facts.joined(separator: ", ") + "."
    }
  }

  private func labelled(_ title: TextLine, _ value: TextLine) -> TextLine {
    title.isEmpty ? value : title + ": " + value
  }
}
