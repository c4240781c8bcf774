extension Markdown {
  /// The lines of a text, none wider than the style's width except where a word or a line of
  /// code is.
  public static func lines(_ text: String, style: OutputStyle) -> [TextLine] {
    lines(parse(text), style: style)
  }

  /// The lines of some blocks.
  public static func lines(_ blocks: [MarkdownBlock], style: OutputStyle) -> [TextLine] {
    let lines = MarkdownRenderer(style: style).lines(blocks, width: style.width)
    return lines.map { $0.trimmed }
  }
}

/// Lays blocks out. What differs for accessible output is words instead of signs.
struct MarkdownRenderer {
  let style: OutputStyle

  func lines(_ blocks: [MarkdownBlock], width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    for block in blocks {
      let next = self.lines(block, width: width)
      if !lines.isEmpty, !next.isEmpty { lines.append(TextLine()) }
      lines += next
    }
    return lines
  }

  private func lines(_ block: MarkdownBlock, width: Int) -> [TextLine] {
    switch block {
    case .heading(let level, let title): heading(level, title, width)
    case .paragraph(let text): spelled(text).wrapped(to: width)
    case .code(let language, let lines): code(language, lines)
    case .list(let start, let items): list(start, items, width)
    case .quote(let blocks): quote(blocks, width)
    case .table(let table): self.table(table, width)
    case .rule: rule(width)
    }
  }

  private func heading(_ level: Int, _ title: TextLine, _ width: Int) -> [TextLine] {
    let words = spelled(title).mapRoles { $0 == .code ? .code : .heading }
    if style.isAccessible { return (TextLine("Heading \(level): ") + words).wrapped(to: width) }
    let lines = words.wrapped(to: width)
    guard level == 1 else { return lines }
    let widest = lines.map(\.width).max() ?? 0
    let line = String(repeating: style.usesBoxDrawing ? "═" : "=", count: widest)
    return lines + [TextLine(line, .heading)]
  }

  private func code(_ language: String, _ lines: [String]) -> [TextLine] {
    let colored = language == "swift" ? SwiftHighlighter.lines(lines) : lines.map { TextLine($0) }
    // Code is never wrapped: a reader may want to copy it.
    let shown = colored.map { TextLine("    ") + $0 }
    guard style.isAccessible else { return shown }
    let name = language.isEmpty ? "Code" : "Code in \(language)"
    return [TextLine("\(name):")] + shown + [TextLine("End of code.")]
  }

  private func list(_ start: Int?, _ items: [[MarkdownBlock]], _ width: Int) -> [TextLine] {
    let isTight = items.allSatisfy { $0.filter { !$0.isList }.count <= 1 }
    let bullet = style.usesBoxDrawing ? "•" : style.isAccessible ? "-" : "*"
    var lines: [TextLine] = []
    for (index, item) in items.enumerated() {
      if index > 0, !isTight { lines.append(TextLine()) }
      let marker = (start.map { "\($0 + index)." } ?? bullet) + " "
      let inner = itemLines(item, width: max(2, width - marker.count), isTight: isTight)
      lines += indented(inner, first: marker, rest: String(repeating: " ", count: marker.count))
    }
    return lines
  }

  private func itemLines(_ item: [MarkdownBlock], width: Int, isTight: Bool) -> [TextLine] {
    isTight ? item.flatMap { lines($0, width: width) } : lines(item, width: width)
  }

  private func quote(_ blocks: [MarkdownBlock], _ width: Int) -> [TextLine] {
    if style.isAccessible {
      return [TextLine("Quote:")] + lines(blocks, width: width) + [TextLine("End of quote.")]
    }
    let bar = style.usesBoxDrawing ? "│ " : "> "
    return indented(lines(blocks, width: max(2, width - 2)), first: bar, rest: bar)
  }

  private func table(_ table: TextTable, _ width: Int) -> [TextLine] {
    if table.header.isEmpty { return [] }
    var table = table
    table.header = table.header.map(spelled)
    table.rows = table.rows.map { $0.map(spelled) }
    if !style.isAccessible {
      return table.ruledLines(width: width, usesBoxDrawing: style.usesBoxDrawing)
    }
    return table.completeSentences().flatMap { $0.wrapped(to: width) }
  }

  private func rule(_ width: Int) -> [TextLine] {
    guard !style.isAccessible else { return [] }
    return [TextLine(String(repeating: style.usesBoxDrawing ? "─" : "-", count: width), .faint)]
  }

  // MARK: Parts

  /// Words for what colour or a click would say: a link's target stands behind it, and code has
  /// its ticks where it has no colour.
  private func spelled(_ text: TextLine) -> TextLine {
    var result = TextLine()
    for (index, span) in text.spans.enumerated() {
      if span.role == .code, !style.usesColor, !style.isAccessible {
        result.append(TextSpan("`\(span.text)`", .code, target: span.target))
      } else {
        result.append(span)
      }
      let next = index + 1 < text.spans.count ? text.spans[index + 1].target : nil
      if let target = span.target, target != next, !style.usesHyperlinks, target != span.text {
        result.append(" (\(target))", .faint)
      }
    }
    return result
  }

  private func indented(_ lines: [TextLine], first: String, rest: String) -> [TextLine] {
    lines.enumerated().map { index, line in
      TextLine(index == 0 ? first : rest, .faint) + line
    }
  }
}

extension MarkdownBlock {
  fileprivate var isList: Bool {
    if case .list = self { return true }
    return false
  }
}
