/// How far a long command is, in one line that is drawn over again.
///
/// It is drawn on standard error and only where that is a terminal that can redraw. Accessible
/// output gets a sentence at the start and one at the end instead. Drawing is rationed by count:
/// about a hundred times in a tenfold growth, however fast the work is.
public struct ProgressLine {
  private let title: String
  private let style: OutputStyle
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var nextDrawing = 1
  private var isDrawn = false
  private var hasBegun = false

  public init(
    _ title: String, capabilities: TerminalCapabilities = .current(),
    preferences: OutputPreferences = OutputPreferences(),
    write: @escaping (String) -> Void = { StandardStreams.write($0, to: .standardError) }
  ) {
    self.title = title
    self.write = write
    style = capabilities.style(of: .standardError, preferences: preferences)
    isTerminal = capabilities.standardError.isTerminal
  }

  /// Tells how much is done; `detail` is asked for only when the line is drawn.
  public mutating func update(_ count: Int, detail: () -> String = { "" }) {
    begin()
    guard style.redraws, count >= nextDrawing else { return }
    nextDrawing = count + max(1, count / 50)
    draw(count, detail())
  }

  /// Clears the line, or says that the work is over.
  public mutating func finish(_ summary: String = "") {
    if isDrawn { write("\r\u{1B}[K") }
    isDrawn = false
    if isTerminal, style.isAccessible { write("\(title): finished. \(summary)".trimmed + "\n") }
  }

  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    if isTerminal, style.isAccessible { write("\(title): working.\n") }
  }

  private mutating func draw(_ count: Int, _ detail: String) {
    let line = TextLine("\(title) \(count) \(detail)".trimmed)
    let sign = style.usesUnicode ? "…" : "..."
    // The last cell stays free: some terminals wrap as soon as it is filled.
    let shown = line.truncated(to: style.width - 1, sign: sign).rendered(style)
    write("\r\(shown)\u{1B}[K")
    isDrawn = true
  }
}

extension String {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
