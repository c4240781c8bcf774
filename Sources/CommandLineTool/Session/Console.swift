internal import Terminal
internal import WorkbookKit

/// Everything the program says goes through here: results to standard output, all else to
/// standard error, each in the style of its stream.
final class Console {
  var preferences = OutputPreferences()
  var usesPager = true
  /// Standard output has no reader any more, as behind `| head -1`.
  private(set) var isClosed = false

  /// Whether what is longer than the screen stops until a key is pressed.
  var pauses = false
  /// Off where recorded pictures would not fit: they are as wide as a lesson's page.
  var showsRecordedPictures = true
  private var rowsShown = 0
  /// The reader has seen enough of this.
  private var isLeft = false

  private let send: (String, OutputStream) -> WriteResult
  private let ask: () -> TerminalCapabilities
  private let nextKey: () -> Character?

  /// Writes to the streams of the process, unless told otherwise.
  init(
    capabilities: @escaping () -> TerminalCapabilities = { .current() },
    send: @escaping (String, OutputStream) -> WriteResult = { StandardStreams.write($0, to: $1) },
    nextKey: @escaping () -> Character? = { KeyReader.next() }
  ) {
    ask = capabilities
    self.send = send
    self.nextKey = nextKey
  }

  /// Asked each time, because a window may have been resized.
  var capabilities: TerminalCapabilities { ask() }

  var style: OutputStyle { capabilities.style(of: .standardOutput, preferences: preferences) }
  var errorStyle: OutputStyle { capabilities.style(of: .standardError, preferences: preferences) }
  var width: Int { style.width }
  var isAccessible: Bool { style.isAccessible }

  /// A result.
  func show(_ lines: [TextLine]) {
    let style = style
    writeText(lines.map { $0.rendered(style) + "\n" }.joined())
  }

  /// Markdown, as the terminal shows it.
  func show(markdown: String) { show(Markdown.lines(markdown, style: style)) }

  /// A result in one line, or in as many as a narrow window needs; a single word, as a path is,
  /// stays whole.
  func show(_ line: TextLine) {
    let isSeen = capabilities.standardOutput.isTerminal && line.text.contains(" ")
    show(isSeen ? line.wrapped(to: width, rest: "  ") : [line])
  }

  /// A picture for eyes, or the same facts for ears.
  func show(picture: @autoclosure () -> [TextLine], sentences: @autoclosure () -> [TextLine]) {
    show(isAccessible ? sentences() : picture())
  }

  /// A sentence broken to the width.
  func tell(_ sentence: String, _ role: TextRole = .plain) {
    show(TextLine.paragraph(sentence, role, width: width))
  }

  func writeText(_ text: String) {
    let capabilities = capabilities
    guard pauses, usesPager, capabilities.isInteractive, !capabilities.isDumb,
      capabilities.variables["PAGER"] != "cat"
    else { return put(text) }
    let rows = capabilities.standardOutput.size?.rows ?? 24
    var part = ""
    for line in text.split(after: "\n") where !isLeft {
      // The last row is for the prompt, or for the words of the pause.
      if rowsShown >= max(2, rows - 1) {
        put(part)
        part = ""
        isLeft = !waitForKey()
        rowsShown = 0
      }
      guard !isLeft else { return }
      part += line
      rowsShown += 1
    }
    put(part)
  }

  /// A line was read: what follows begins on a screen of its own.
  func beginScreen() {
    rowsShown = 0
    isLeft = false
  }

  /// False when the reader leaves the rest.
  private func waitForKey() -> Bool {
    let style = style
    let words = TextLine("More: Space goes on, q leaves", .faint).rendered(style)
    put(style.redraws ? words : words + "\n")
    defer { if style.redraws { put("\r\u{1B}[K") } }
    while true {
      switch nextKey() {
      case nil, "q": return false
      case " ", "\n", "\r", "\r\n": return true
      default: continue
      }
    }
  }

  private func put(_ text: String) {
    guard !isClosed, send(text, .standardOutput) != .written else { return }
    isClosed = true
  }

  /// What another console says, as it is.
  func pass(_ text: String, to stream: OutputStream) -> WriteResult { send(text, stream) }

  /// One machine-readable result.
  func show(json: JSONValue) { writeText(json.line + "\n") }

  /// A report as text or as JSON.
  func show(_ page: some Page, _ options: CommonOptions) {
    guard !options.isJSON else { return show(json: page.json) }
    show(page.lines(width: width, isAccessible: isAccessible))
  }

  /// What went wrong and the way out.
  func complain(_ problem: String, wayOut: String? = nil) {
    say(TextLine("workbook: ", .bad) + TextLine(problem))
    if let wayOut { say(TextLine("  " + wayOut, .faint)) }
  }

  /// Something worth knowing that is no result.
  func notice(_ sentence: String) {
    say(TextLine("workbook: " + sentence, .faint))
  }

  /// One message to standard error: broken at words for eyes, in one line for a search.
  private func say(_ message: TextLine) {
    let style = errorStyle
    let isSeen = capabilities.standardError.isTerminal
    let lines = isSeen ? message.wrapped(to: style.width, rest: "  ") : [message]
    _ = send(lines.map { $0.rendered(style) + "\n" }.joined(), .standardError)
  }

  var statusLine: StatusLine { StatusLine(style: errorStyle) }

  /// Long text, a page at a time on a terminal.
  func page(markdown: String) { page(Markdown.lines(markdown, style: style)) }

  func page(_ lines: [TextLine]) {
    let style = style
    let text = lines.map { $0.rendered(style) + "\n" }.joined()
    let pager = Pager(capabilities: capabilities, isEnabled: usesPager)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    guard pager.destination(ofLines: lines) != .standardOutput else { return writeText(text) }
    if pager.show(text) != .written { isClosed = true }
  }
}

extension String {
  /// Its pieces, each with the separator at its end.
  fileprivate func split(after separator: Character) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self[...]
    while let end = rest.firstIndex(of: separator) {
      pieces.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? pieces : pieces + [rest]
  }
}
