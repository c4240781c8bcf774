internal import Terminal

/// A line that the next one replaces, for work that has stages; nothing where lines cannot be
/// drawn over. It may be used from any thread.
struct StatusLine: Sendable {
  let style: OutputStyle

  func show(_ words: String) {
    guard style.redraws else { return }
    let line = TextLine(words, .faint).truncated(to: style.width - 1)
    StandardStreams.write("\r" + line.rendered(style) + "\u{1B}[K", to: .standardError)
  }

  /// What has to be seen also where no line can be drawn over.
  func say(_ words: String) {
    if style.redraws { return show(words) }
    StandardStreams.write(words + "\n", to: .standardError)
  }

  func clear() {
    if style.redraws { StandardStreams.write("\r\u{1B}[K", to: .standardError) }
  }
}
