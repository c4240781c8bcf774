/// A fenced block of a lesson, and what its first line says it is.
///
///     ```swift deadlocks/ping-pong bug        lines of that variant's source
///     ```text table deadlocks/ping-pong bug   what exploring it prints
///     ```text refused deadlocks/ping-pong x   what the compiler says of a refused program
///     ```text                                 a picture drawn by hand
public struct LessonBlock: Hashable {
  /// A part of what the workbook prints about a variant.
  public enum Output: String, Sendable, CaseIterable {
    /// The outcomes and how often each was reached.
    case table
    /// The simplest order that goes wrong, told.
    case story
    /// The same order, told without a word about where it was lost and what it came to.
    case log
    /// The same order, drawn in lanes.
    case timeline
    /// Who waits for whom.
    case cycle
    /// The same in names of another trade.
    case disguise
    /// All variants of the scenario side by side, whichever is named.
    case compare
  }

  enum Content: Hashable {
    case code(scenario: String, variant: String)
    case output(Output, scenario: String, variant: String)
    case refused(scenario: String, program: String)
    /// Nothing that can be checked.
    case drawing
    /// A first line that says nothing known.
    case unknown(String)
  }

  let content: Content
  /// The line of the opening fence, from 1.
  let line: Int
  let text: [String]

  /// The blocks of a Markdown text, in order.
  static func blocks(in markdown: String) -> [LessonBlock] {
    var blocks: [LessonBlock] = []
    var open: (info: String, line: Int)?
    var text: [String] = []
    for (index, line) in markdown.lines.enumerated() {
      guard line.hasPrefix("```") else {
        if open != nil { text.append(line) }
        continue
      }
      if let (info, start) = open {
        blocks.append(LessonBlock(content: content(info), line: start, text: text))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), index + 1)
        text = []
      }
    }
    return blocks
  }

  private static func content(_ info: String) -> Content {
    let words = info.split(separator: " ").map(String.init)
    switch words.count {
    case 0, 1: return words.first == "swift" ? .unknown(info) : .drawing
    case 3 where words[0] == "swift": return .code(scenario: words[1], variant: words[2])
    case 4 where words[0] == "text" && words[1] == "refused":
      return .refused(scenario: words[2], program: words[3])
    case 4 where words[0] == "text":
      guard let output = Output(rawValue: words[1]) else { return .unknown(info) }
      return .output(output, scenario: words[2], variant: words[3])
    default: return .unknown(info)
    }
  }
}

extension String {
  /// Its lines, empty ones too.
  var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
