internal import Terminal
internal import WorkbookKit

/// Everything the program says goes through here: results to standard output, all else to
/// standard error, each in the style of its stream.
final class Console {
  var preferences = OutputPreferences()
  var usesPager = true
  /// Nobody reads standard output any more, as behind `| head -1`.
  private(set) var isClosed = false

  private let send: (String, OutputStream) -> WriteResult
  private let ask: () -> TerminalCapabilities

  /// Writes to the streams of the process, unless told otherwise.
  init(
    capabilities: @escaping () -> TerminalCapabilities = { .current() },
    send: @escaping (String, OutputStream) -> WriteResult = { StandardStreams.write($0, to: $1) }
  ) {
    ask = capabilities
    self.send = send
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
    guard !isClosed, send(text, .standardOutput) != .written else { return }
    isClosed = true
  }

  /// What another console says, as it is.
  func pass(_ text: String, to stream: OutputStream) -> WriteResult { send(text, stream) }

  /// One machine-readable result.
  func show(json: JSONValue) { writeText(json.line + "\n") }

  /// What went wrong and the way out.
  func complain(_ problem: String, wayOut: String? = nil) {
    say(TextLine("workbook: ", .bad) + TextLine(problem))
    if let wayOut { say(TextLine("  " + wayOut, .faint)) }
  }

  /// Something worth knowing that is no result.
  func notice(_ sentence: String) {
    say(TextLine("workbook: " + sentence, .faint))
  }

  /// One message to standard error: broken at words for eyes, in one line for whoever searches it.
  private func say(_ message: TextLine) {
    let style = errorStyle
    let isSeen = capabilities.standardError.isTerminal
    let lines = isSeen ? message.wrapped(to: style.width, rest: "  ") : [message]
    _ = send(lines.map { $0.rendered(style) + "\n" }.joined(), .standardError)
  }

  var statusLine: StatusLine { StatusLine(style: errorStyle) }

  /// Long text, a page at a time where somebody reads it.
  func page(markdown: String) {
    let style = style
    let text = Markdown.lines(markdown, style: style).map { $0.rendered(style) + "\n" }.joined()
    let pager = Pager(capabilities: capabilities, isEnabled: usesPager)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    guard pager.destination(ofLines: lines) != .standardOutput else { return writeText(text) }
    if pager.show(text) != .written { isClosed = true }
  }
}
