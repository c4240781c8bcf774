/// One screen of a chapter: one idea, at most one question about it, and what its answer uncovers.
///
/// A section of the chapter's `Lesson.md`; see `LessonPath` for how it is written.
public struct Step: Sendable {
  public enum Level: String, Sendable, Hashable {
    /// Every reader needs it.
    case core
    /// For those who want to know more.
    case deep
  }

  /// What an instructor needs to show it to a room.
  public struct Stage: Sendable, Hashable {
    public let minutes: Int
    /// The key of the wrong answer that most rooms give, if the step asks.
    public let roomSays: String?
    /// What to say or do.
    public let note: String
  }

  /// The heading's words with hyphens: a place in a chapter that survives edits around it.
  public let id: String
  public let title: String
  /// The line of its heading in the lesson.
  public let line: Int
  public internal(set) var level = Level.core
  /// What is there before the answer.
  public internal(set) var shown: [Block] = []
  /// Nil: read and go on.
  public internal(set) var question: Question?
  /// Folded until the question is answered.
  public internal(set) var reveal: [Block] = []
  public internal(set) var stage: Stage?
  /// What it rests on. It would give answers away, so it is told behind them.
  public internal(set) var cited: [Citation] = []
  /// Asked behind the answer: is that promised?
  public internal(set) var promise: Question?

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    id = Step.id(ofTitle: title)
  }

  /// A heading above other headings.
  var isEmpty: Bool { shown.isEmpty && question == nil }

  /// The program it is about: the last one shown before the question.
  public var program: Experiment? {
    shown.reversed().lazy.compactMap { block in
      switch block {
      case .code(let program, _), .picture(let program, _, _): program
      case .prose, .drawing: nil
      }
    }.first
  }

  /// `Both sides wait` is `both-sides-wait`.
  static func id(ofTitle title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.joined(separator: "-")
  }
}

/// A part of a step.
public enum Block: Sendable {
  /// Markdown.
  case prose(String)
  /// Lines of a program's source.
  case code(Experiment, [String])
  /// What the workbook prints about a program, as the lesson's test has recorded it.
  case picture(Experiment, LessonBlock.Output, [String])
  /// Drawn by hand.
  case drawing([String])
}

extension Block {
  /// Markdown, if it is that.
  public var prose: String? { if case .prose(let text) = self { text } else { nil } }

  /// Of code, each line with its number in the source, all numbers of one width; a line that does
  /// not stand there has none.
  public var numberedLines: [(number: String, text: String)] {
    guard case .code(let program, let lines) = self else { return [] }
    let numbers = SourceLines(of: program.variant)?.numbers(of: lines) ?? lines.map { _ in "" }
    return Array(zip(numbers, lines))
  }

  /// The block as a terminal shows it, but for prose: code with its line numbers where the source
  /// is at hand, broken between words where it is too long; a picture that is too wide drawn anew.
  public func lines(width: Int) -> [TextLine] {
    switch self {
    case .prose: []
    case .picture(let program, let output, let lines):
      (lines.fit(width) ? lines : (try? program.printed(output, width: width)) ?? lines)
        .map { TextLine($0) }
    case .drawing(let lines):
      lines.fit(width)
        ? lines.map { TextLine($0) }
        : TextLine.paragraph(
          "A drawing of \(lines.map(\.cells).max() ?? 0) columns: 'lesson' in a wider window "
            + "shows it.", .faint, width: width)
    case .code: Self.listing(numberedLines, width)
    }
  }

  private static func listing(
    _ lines: [(number: String, text: String)], _ width: Int
  ) -> [TextLine] {
    lines.flatMap { number, line in
      let margin = "  " + number + (number.isEmpty ? "" : " ")
      let rest = String(repeating: " ", count: margin.count + 4)
      let isTooLong = margin.count + line.cells > width
      let pieces = isTooLong ? line.wrappedCode(to: width - rest.count) : [line]
      return pieces.enumerated().map { index, piece in
        (TextLine(index == 0 ? margin : rest, .faint) + TextLine(piece, .code)).trimmed
      }
    }
  }
}

extension [String] {
  /// Whether each of the lines is narrow enough.
  fileprivate func fit(_ width: Int) -> Bool { allSatisfy { $0.cells <= width } }
}
