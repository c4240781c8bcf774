/// Rows under headings.
public struct Table: Sendable, Equatable {
  /// Where the words of a column stand.
  public enum Alignment: Sendable, Equatable {
    case leading, trailing, center
  }

  public var header: [Styled]
  public var rows: [[Styled]]
  public var alignments: [Alignment]

  public init(header: [Styled], rows: [[Styled]] = [], alignments: [Alignment] = []) {
    self.header = header
    self.rows = rows
    self.alignments = alignments
  }

  /// The lines to show, at most `style.width` wide where that is possible at all. In accessible
  /// style each row is one sentence that repeats the headings.
  public func lines(_ style: OutputStyle) -> [Styled] {
    guard !header.isEmpty else { return [] }
    return style.isAccessible ? sentences(style) : grid(style)
  }

  // MARK: For the ear

  private func sentences(_ style: OutputStyle) -> [Styled] {
    rows.flatMap { row in
      let parts = zip(header, filled(row)).map { title, cell -> Styled in
        let value = cell.isEmpty ? Styled("none") : cell
        return title.isEmpty ? value : title + ": " + value
      }
      return (parts.joined(separator: ", ") + ".").wrapped(to: style.width)
    }
  }

  // MARK: For the eye

  private func grid(_ style: OutputStyle) -> [Styled] {
    let gap = style.usesBoxDrawing ? " │ " : " | "
    let widths = fittingWidths(in: style.width, gap: 3)
    let rule = style.usesBoxDrawing ? "─" : "-"
    let cross = style.usesBoxDrawing ? "─┼─" : "-+-"
    let line = widths.map { String(repeating: rule, count: $0) }.joined(separator: cross)
    let titles = header.map { $0.mapRoles { $0 == .plain ? .strong : $0 } }
    return lines(of: titles, widths: widths, gap: gap) + [Styled(line, role: .faint)]
      + rows.flatMap { lines(of: filled($0), widths: widths, gap: gap) }
  }

  private func lines(of row: [Styled], widths: [Int], gap: String) -> [Styled] {
    let cells = zip(row, widths).map { cell, width in cell.wrapped(to: width) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      let parts = cells.indices.map { column in
        let text = index < cells[column].count ? cells[column][index] : Styled()
        return placed(text, column: column, width: widths[column])
      }
      return parts.joined(separator: Styled(gap, role: .faint)).withoutTrailingSpaces()
    }
  }

  private func placed(_ text: Styled, column: Int, width: Int) -> Styled {
    let room = max(0, width - text.width)
    let alignment = column < alignments.count ? alignments[column] : .leading
    let before =
      switch alignment {
      case .leading: 0
      case .trailing: room
      case .center: room / 2
      }
    return (Styled(String(repeating: " ", count: before)) + text).padded(to: width)
  }

  /// As many cells as there are headings.
  private func filled(_ row: [Styled]) -> [Styled] {
    Array((row + header.map { _ in Styled() }).prefix(header.count))
  }

  /// The natural widths, the widest columns narrowed until the row fits. No column gets narrower
  /// than a wide character.
  private func fittingWidths(in width: Int, gap: Int) -> [Int] {
    var widths = header.indices.map { column in
      max(2, ([header] + rows.map(filled)).map { $0[column].width }.max() ?? 0)
    }
    let room = width - gap * (widths.count - 1)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 2,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
    return widths
  }
}

extension Styled {
  /// The same text without blanks at its end.
  public func withoutTrailingSpaces() -> Styled {
    var spans = spans
    while let last = spans.last {
      let text = String(last.text.reversed().drop { $0 == " " }.reversed())
      if !text.isEmpty {
        spans[spans.count - 1].text = text
        break
      }
      spans.removeLast()
    }
    return Styled(spans: spans)
  }
}
