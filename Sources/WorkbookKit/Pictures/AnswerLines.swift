/// The lines of a reader's file that had a part in a run, each with the steps it made.
///
///     Your lines, and the steps they make:
///        7  total.write(total.read() + times)  ◆ 1 2 3 4
public struct AnswerLines: Sendable, Hashable {
  /// One line of the file.
  struct Line: Sendable, Hashable {
    let number: Int
    let text: String
    let steps: [Int]
    let isDecisive: Bool
  }

  let lines: [Line]

  /// `file` is the name under which steps know the file.
  public init(file: String, text: String, in timeline: Timeline) {
    let source = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let made = Dictionary(grouping: timeline.steps) { step in
      Self.line(of: step.place, in: file) ?? 0
    }.filter { source.indices.contains($0.key - 1) }
    guard let first = made.keys.min(), let last = made.keys.max() else {
      lines = []
      return
    }
    // The step of a block has the line that it begins at; what it does stands below.
    let end = last - 1 + SourceExcerpt.statement(in: source, from: last - 1).count
    let shown = source[(first - 1)..<end]
    let indentation =
      shown.filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    lines = shown.indices.map { index in
      let steps = made[index + 1] ?? []
      return Line(
        number: index + 1, text: String(source[index].dropFirst(indentation)),
        steps: steps.map(\.number), isDecisive: steps.contains(where: \.isDecisive))
    }
  }

  /// How many steps they made.
  var stepCount: Int { lines.reduce(0) { $0 + $1.steps.count } }

  /// `Chat.swift:12` is line 12 of `Chat.swift`.
  private static func line(of place: String?, in file: String) -> Int? {
    guard let place, place.hasPrefix(file + ":") else { return nil }
    return Int(place.dropFirst(file.count + 1))
  }

  /// The lines with their steps behind them, where they fit.
  func picture(width: Int) -> [TextLine] {
    guard !lines.isEmpty else { return [] }
    let indent = 6
    let wanted = lines.map(\.text.cells).max() ?? 0
    let column = min(indent + wanted + 2, max(width - 12, 20))
    let heading = TextLine("Your lines, and the steps they make:", .faint)
    return [heading]
      + lines.flatMap { line in
        let pieces = line.text.wrappedCode(to: column - indent - 2)
        let rest = pieces.dropFirst().map { TextLine($0, .code).indented(by: indent) }
        return [picture(line, pieces[0], indent: indent, column: column)] + rest
      }
  }

  private func picture(_ line: Line, _ text: String, indent: Int, column: Int) -> TextLine {
    let number = String(line.number)
    let margin = String(repeating: " ", count: max(0, 4 - number.count)) + number
    let code = TextLine(margin, .faint).padded(to: indent) + TextLine(text, .code)
    guard !line.steps.isEmpty else { return code.trimmed }
    let mark = line.isDecisive ? "◆ " : ""
    let steps = mark + line.steps.map(String.init).joined(separator: " ")
    return code.padded(to: column) + TextLine(steps, line.isDecisive ? .strong : .faint)
  }
}
