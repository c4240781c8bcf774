internal import Interleaving
internal import WorkbookKit

/// The code of a program on a stage: beside its lanes where there is room, or else the one line of
/// the step below them.
struct StageListing {
  /// A line of the file, or what of it goes on in the next row.
  private struct Row {
    let number: Int
    let margin: String
    let code: String
  }

  private let fileID: String
  private let rows: [Row]
  private let width: Int
  private let columnWidth: Int

  /// What lanes need at least, and what stands between them and the code.
  private static let (lanes, gap) = (56, 3)
  /// The mark, the number of a line, and a blank behind each.
  private static let (mark, number) = (2, 5)
  /// Less of a line is no help.
  private static let narrowest = 40

  /// Nil when the source is not here.
  init?(of program: Experiment, width: Int) {
    guard let excerpt = SourceExcerpt(of: program.variant) else { return nil }
    fileID = program.variant.source.fileID
    self.width = width
    let longest = excerpt.lines.map(\.text.cells).max() ?? 0
    let room = width - Self.lanes - Self.gap
    columnWidth =
      room < Self.narrowest ? 0 : min(room, longest + Self.mark + Self.number)
    let codeWidth = (columnWidth == 0 ? width : columnWidth) - Self.mark - Self.number
    rows = excerpt.lines.flatMap { line in
      line.text.wrappedCode(to: codeWidth).enumerated().map { index, code in
        let number = index == 0 ? "\(line.number)" : ""
        let blanks = String(repeating: " ", count: max(0, Self.number - 1 - number.count))
        return Row(number: line.number, margin: "\(blanks)\(number) ", code: code)
      }
    }
  }

  /// How wide lanes may be.
  var widthBeside: Int { columnWidth == 0 ? width : width - columnWidth - Self.gap }

  /// The lanes, cut to their last rows below two of heads, with the code that the steps `reached`.
  /// Not every step tells where it was made; the last one is marked if it does.
  func show(_ lanes: [TextLine], reached: [SourcePlace?], height: Int) -> [TextLine] {
    let lines = reached.map { place in place.flatMap { $0.fileID == fileID ? Int($0.line) : nil } }
    let current = lines.last ?? nil
    guard columnWidth > 0 else {
      let below = rows.filter { $0.number == current }.prefix(2).map { row(of: $0, current) }
      return lanes.prefix(2) + lanes.dropFirst(2).suffix(height - 2 - below.count) + below
    }
    let left = lanes.prefix(2) + lanes.dropFirst(2).suffix(height - 2)
    let right = window(around: lines.last { $0 != nil } ?? nil, height: height).map {
      row(of: $0, current)
    }
    return Array(left).beside(right, from: widthBeside + Self.gap)
  }

  private func row(of row: Row, _ current: Int?) -> TextLine {
    let isCurrent = row.number == current
    return
      (TextLine(isCurrent ? "▶ " : "  ", .warning) + TextLine(row.margin, .faint)
      + TextLine(row.code, isCurrent ? .strong : .code)).trimmed
  }

  /// As many rows as there is room for, with this one in the middle.
  private func window(around line: Int?, height: Int) -> ArraySlice<Row> {
    let middle = rows.firstIndex { $0.number == line } ?? 0
    let start = max(0, min(middle - height / 2, rows.count - height))
    return rows[start..<min(rows.count, start + height)]
  }
}
