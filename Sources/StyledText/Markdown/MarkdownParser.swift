/// Reads the Markdown that lessons are written in: the common subset, line by line.
public enum Markdown {
  /// The blocks of a text. There is no wrong Markdown: what is nothing else is a paragraph.
  public static func parse(_ text: String) -> [MarkdownBlock] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return BlockParser(lines: lines.map(String.init)).parse()
  }
}

struct BlockParser {
  private let lines: [String]
  private var index = 0
  private var blocks: [MarkdownBlock] = []
  private var paragraph: [String] = []

  init(lines: [String]) {
    self.lines = lines
  }

  func parse() -> [MarkdownBlock] {
    var parser = self
    while parser.index < parser.lines.count { parser.takeBlock() }
    parser.endParagraph()
    return parser.blocks
  }

  private mutating func takeBlock() {
    let line = MarkdownLine(lines[index])
    if line.isBlank {
      endParagraph()
      index += 1
    } else if let fence = line.fence {
      takeCode(fence)
    } else if let (level, title) = line.heading {
      take(.heading(level: level, InlineParser.parse(title)))
    } else if line.isRule {
      take(.rule)
    } else if line.quoted != nil {
      takeQuote()
    } else if let marker = line.marker, marker.canInterrupt || paragraph.isEmpty {
      takeList(marker)
    } else if paragraph.isEmpty, isTableStart() {
      takeTable()
    } else {
      paragraph.append(line.text)
      index += 1
    }
  }

  private mutating func take(_ block: MarkdownBlock) {
    endParagraph()
    blocks.append(block)
    index += 1
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    blocks.append(.paragraph(InlineParser.parse(Self.joined(paragraph))))
    paragraph = []
  }

  /// Line ends are spaces, except behind a backslash or two spaces.
  private static func joined(_ lines: [String]) -> String {
    lines.enumerated().map { index, line in
      let text = line.trimmingSpaces
      guard index < lines.count - 1 else { return text }
      if text.hasSuffix("\\") { return text.dropLast() + "\n" }
      return text + (line.hasSuffix("  ") ? "\n" : " ")
    }.joined()
  }

  // MARK: Blocks of several lines

  private mutating func takeCode(_ fence: MarkdownLine.Fence) {
    endParagraph()
    index += 1
    var code: [String] = []
    while index < lines.count, !MarkdownLine(lines[index]).closes(fence) {
      code.append(MarkdownLine(lines[index]).dropping(indent: fence.indent))
      index += 1
    }
    index += 1
    blocks.append(.code(language: fence.language, lines: code))
  }

  private mutating func takeQuote() {
    endParagraph()
    var inner: [String] = []
    while index < lines.count, let quoted = MarkdownLine(lines[index]).quoted {
      inner.append(quoted)
      index += 1
    }
    blocks.append(.quote(BlockParser(lines: inner).parse()))
  }

  private mutating func takeList(_ first: MarkdownLine.Marker) {
    endParagraph()
    var items: [[MarkdownBlock]] = []
    while index < lines.count, let marker = MarkdownLine(lines[index]).marker,
      marker.continues(first)
    {
      items.append(takeItem(marker))
      skipBlanks { MarkdownLine($0).marker?.continues(first) ?? false }
    }
    blocks.append(.list(start: first.number, items: items))
  }

  private mutating func takeItem(_ marker: MarkdownLine.Marker) -> [MarkdownBlock] {
    var inner = [marker.content]
    index += 1
    while index < lines.count {
      let line = MarkdownLine(lines[index])
      if line.isBlank {
        // A blank line belongs to the item only if indented text follows.
        let next = lines[index...].first { !MarkdownLine($0).isBlank }
        guard let next, MarkdownLine(next).indent >= marker.width else { break }
      } else if line.indent < marker.width {
        let isLazy = !MarkdownLine(inner.last ?? "").isBlank && !line.startsBlock
        guard isLazy else { break }
      }
      inner.append(line.dropping(indent: marker.width))
      index += 1
    }
    return BlockParser(lines: inner).parse()
  }

  /// Goes past blank lines if what follows them is wanted.
  private mutating func skipBlanks(before isWanted: (String) -> Bool) {
    guard let next = lines[index...].firstIndex(where: { !MarkdownLine($0).isBlank }),
      isWanted(lines[next])
    else { return }
    index = next
  }

  // MARK: Tables

  private func isTableStart() -> Bool {
    guard index + 1 < lines.count, lines[index].contains("|") else { return false }
    guard let alignments = TableRow.alignments(lines[index + 1]) else { return false }
    return alignments.count == TableRow.cells(lines[index]).count
  }

  private mutating func takeTable() {
    var table = TextTable(header: TableRow.cells(lines[index]).map(InlineParser.parse))
    table.alignments = TableRow.alignments(lines[index + 1]) ?? []
    index += 2
    while index < lines.count, lines[index].contains("|") {
      table.rows.append(TableRow.cells(lines[index]).map(InlineParser.parse))
      index += 1
    }
    blocks.append(.table(table))
  }
}
