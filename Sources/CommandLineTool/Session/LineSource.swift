internal import Terminal

/// Where lines come from: the reader's keys, or a pipe.
protocol LineSource: AnyObject {
  /// Whether there is a reader who can be asked.
  var isInteractive: Bool { get }
  /// The next line; a prompt is shown only on a terminal.
  func next(prompt: String) -> LineEditor.Reading
  /// Forgets keys pressed while something ran, so that none is executed behind it.
  func discardTypedKeys()
  /// A key; from a pipe a line, an empty one being a space. Nil: there are no more, or Ctrl-C was
  /// pressed since the interrupts were cleared.
  func nextKey() -> String?
}

extension LineSource {
  func nextKey() -> String? {
    guard isInteractive else {
      guard case .line(let line) = next(prompt: "") else { return nil }
      return line.allSatisfy(\.isWhitespace) ? " " : line
    }
    return KeyReader.next(minding: true).map { $0.isNewline ? " " : String($0) }
  }
}

/// Lines from a pipe or a file: no prompt, no questions.
final class PipedLines: LineSource {
  private var reader: LineReader
  let isInteractive = false

  init(_ reader: LineReader = LineReader()) {
    self.reader = reader
  }

  func next(prompt: String) -> LineEditor.Reading {
    switch reader.next()?.content {
    case .success(let line)?: .line(line)
    case .failure(let fault)?: .rejected(fault)
    case nil: .endOfInput
    }
  }

  func discardTypedKeys() {}
}

/// Lines that the reader types.
final class TypedLines: LineSource {
  private let editor: LineEditor
  private let console: Console
  let isInteractive = true
  /// Told of each line that was typed at the main prompt.
  var remember: (String) -> Void = { _ in }

  init(_ editor: LineEditor, console: Console) {
    self.editor = editor
    self.console = console
  }

  func next(prompt: String) -> LineEditor.Reading {
    let styled = TextLine(prompt, .strong) + TextLine("> ", .plain)
    let reading = editor.readLine(prompt: styled, style: console.style)
    console.beginScreen()
    if case .line(let line) = reading, !line.allSatisfy(\.isWhitespace) {
      editor.remember([line])
      remember(line)
    }
    return reading
  }

  func discardTypedKeys() { editor.discardTypedKeys() }
}

/// Takes the terminal only if a line is asked for.
final class LazyLines: LineSource {
  let isInteractive = true
  private let make: () -> (any LineSource)?
  private lazy var lines = make()

  init(_ make: @escaping () -> (any LineSource)?) {
    self.make = make
  }

  func next(prompt: String) -> LineEditor.Reading { lines?.next(prompt: prompt) ?? .endOfInput }
  func discardTypedKeys() { lines?.discardTypedKeys() }
}
