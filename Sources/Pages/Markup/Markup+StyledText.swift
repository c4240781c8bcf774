internal import StyledText

extension Markup {
  /// A line with its roles as classes of a stylesheet.
  init(_ line: TextLine) {
    self.init(line.spans.map(Self.span))
  }

  /// Lines below each other, as in a listing.
  init(lines: [TextLine]) {
    self.init(lines.map { Markup($0) }, separator: "\n")
  }

  private static func span(_ span: TextSpan) -> Markup {
    if let target = span.target, target.hasPrefix("https://") {
      return "<a href=\"\(target)\" rel=\"noreferrer\">\(span.text)</a>"
    }
    switch span.role {
    case .plain: return Markup(words: span.text)
    case .strong: return "<strong>\(span.text)</strong>"
    case .emphasis: return "<em>\(span.text)</em>"
    case .code: return "<code>\(span.text)</code>"
    case .lane(let lane): return "<span class=\"lane-\(lane % 4)\">\(span.text)</span>"
    case .heading, .link, .faint, .good, .bad, .warning, .keyword, .string, .comment, .number,
      .type, .attribute:
      return "<span class=\"\(span.role.name)\">\(span.text)</span>"
    }
  }

  /// Swift source with the roles of its words.
  static func swift(_ lines: [String]) -> [Markup] {
    SwiftHighlighter.lines(lines).map { Markup($0) }
  }
}

extension TextRole {
  /// What its class is called.
  fileprivate var name: String {
    switch self {
    case .heading: "heading"
    case .link: "link"
    case .faint: "faint"
    case .good: "good"
    case .bad: "bad"
    case .warning: "warning"
    case .keyword: "keyword"
    case .string: "string"
    case .comment: "comment"
    case .number: "number"
    case .type: "type"
    case .attribute: "attribute"
    case .plain, .strong, .emphasis, .code, .lane: "plain"
    }
  }
}

// MARK: Markdown

extension Markup {
  /// Markdown as HTML. Headings begin below those of the page that it stands in.
  init(markdown text: String) {
    self.init(Markdown.parse(text).map { Self.block($0) }, separator: "\n")
  }

  private static func block(_ block: MarkdownBlock, isTight: Bool = false) -> Markup {
    switch block {
    case .heading(let level, let title):
      return level < 3
        ? "<h3>\(Markup(title))</h3>" : "<h4>\(Markup(title))</h4>"
    case .paragraph(let text): return isTight ? Markup(text) : "<p>\(Markup(text))</p>"
    case .code(let language, let lines):
      let code = language == "swift" ? swift(lines) : lines.map { Markup(words: $0) }
      return "<pre tabindex=\"0\">\(Markup(code, separator: "\n"))</pre>"
    case .list(let start, let items):
      let isTight = items.allSatisfy { $0.count == 1 }
      let list = items.map { item in
        "<li>\(item.map { Self.block($0, isTight: isTight) })</li>" as Markup
      }
      return start.map { "<ol start=\"\($0)\">\(list)</ol>" } ?? "<ul>\(list)</ul>"
    case .quote(let blocks): return "<blockquote>\(blocks.map { Self.block($0) })</blockquote>"
    case .table(let table): return Self.table(table)
    case .rule: return "<hr>"
    }
  }

  /// A table that moves inside of its frame where it is too wide.
  static func table(_ table: TextTable, caption: String? = nil) -> Markup {
    let head = table.header.map { "<th scope=\"col\">\(Markup($0))</th>" as Markup }
    let rows = table.rows.map { row in
      "<tr>\(row.map { "<td>\(Markup($0))</td>" as Markup })</tr>" as Markup
    }
    let title = caption.map { "<caption>\($0)</caption>" as Markup } ?? Markup()
    return """
      <div class="wide" tabindex="0"><table>\(title)<thead><tr>\(head)</tr></thead>\
      <tbody>\(rows)</tbody></table></div>
      """
  }
}
