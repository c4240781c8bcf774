internal import CEditline
internal import Glibc

/// Lines typed at a terminal, with editing, history and completion by libedit.
///
/// Emacs keys are bound first, then the reader's `$EDITRC` or `~/.editrc` is honoured. There can
/// be one editor at a time, used on one thread: a process has one terminal.
public final class LineEditor {
  /// What came of asking for a line.
  public enum Reading: Sendable, Equatable {
    case line(String)
    /// The line was dropped by Ctrl-C.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
    /// What was typed cannot be taken as a line.
    case rejected(InputFault)
  }

  /// There is no terminal to edit on; read lines with ``LineReader`` instead.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String {
      "standard input and output are not both a terminal, so lines cannot be edited"
    }
  }

  /// Gives the words that fit at the cursor.
  public typealias Completer = (CompletionRequest) -> Completions

  /// The longest accepted line in characters.
  public static let limit = 64 * 1024

  private let editing: OpaquePointer
  private let completion: CompletionKey

  /// Takes the terminal: from now until the editor goes away its signals are ours.
  public init(program: String, completer: @escaping Completer = { .init(of: $0.text, words: []) })
    throws(Unavailable)
  {
    guard isatty(0) == 1, isatty(1) == 1, terminal_signals_install(0) else { throw Unavailable() }
    guard let editing = line_editing_create(program, Self.limit) else {
      terminal_signals_remove()
      throw Unavailable()
    }
    self.editing = editing
    completion = CompletionKey(completer: completer)
    let context = Unmanaged.passUnretained(completion).toOpaque()
    line_editing_set_completer(editing, CompletionKey.pressed, context)
  }

  deinit {
    line_editing_destroy(editing)
    terminal_signals_remove()
  }

  /// What Ctrl-\ prints at the prompt, where it does not quit.
  public func setHint(_ hint: String) {
    line_editing_set_hint(editing, hint)
  }

  /// Makes lines known to the history keys, oldest first.
  public func remember(_ lines: some Sequence<String>) {
    for line in lines where !line.isEmpty { line_editing_remember(editing, line) }
  }

  /// Asks for a line. The prompt should end with a space: libedit loses what a terminal's
  /// escape sequence at the very end would do.
  public func readLine(prompt: TextLine, style: OutputStyle) -> Reading {
    var outcome = LineEditingLine
    var length = 0
    let text = line_editing_read(editing, Self.marked(prompt, style), &outcome, &length)
    switch outcome {
    case LineEditingInterrupted: return .interrupted
    case LineEditingEnd: return .endOfInput
    case LineEditingOverlong: return .rejected(.tooLong(limit: Self.limit))
    default:
      let bytes = UnsafeRawBufferPointer(start: text, count: length)
      switch InputFault.text(of: bytes) {
      case .success(let line): return .line(line)
      case .failure(let fault): return .rejected(fault)
      }
    }
  }

  /// Throws away keys pressed since the last line was read, so that nothing typed while a
  /// command ran is executed behind it.
  public func discardTypedKeys() {
    line_editing_discard_typed()
  }

  /// The prompt with its escape sequences between marks, so that they count no cells.
  static func marked(_ prompt: TextLine, _ style: OutputStyle) -> String {
    prompt.spans.map { span in
      let words = TextLine([TextSpan(span.text)]).rendered(style)
      let rendition = span.role.rendition(isLight: style.isLight)
      guard style.usesColor, !rendition.isEmpty else { return words }
      return "\u{1}\u{1B}[\(rendition)m\u{1}\(words)\u{1}\u{1B}[0m\u{1}"
    }.joined()
  }
}

/// The Swift side of the completion key.
private final class CompletionKey {
  let completer: LineEditor.Completer

  init(completer: @escaping LineEditor.Completer) {
    self.completer = completer
  }

  static let pressed: LineEditingCompleter = { context, before, again, insertion, listing in
    guard let context, let before else { return }
    let key = Unmanaged<CompletionKey>.fromOpaque(context).takeUnretainedValue()
    let completions = key.completer(CompletionRequest(text: String(cString: before)))
    switch CompletionStep(completions, again: again) {
    case .insert(let text): insertion?.pointee = strdup(text)
    case .list(let words): listing?.pointee = strdup(key.listing(words))
    case .nothing: break
    }
  }

  private func listing(_ words: [String]) -> String {
    let style = TerminalCapabilities.current().style(of: .standardOutput)
    let shown = words.map { TextLine($0).rendered(style) }
    return Columns.lines(shown, width: style.width).map { $0 + "\n" }.joined()
  }
}
