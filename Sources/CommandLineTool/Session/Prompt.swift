internal import Terminal
internal import WorkbookKit

/// The place where the reader lives.
final class Prompt {
  private let session: Session
  private let options: CommonOptions
  private let history: CommandHistory

  /// Nil where lines cannot be edited.
  init?(options: CommonOptions, start: Session.Start) {
    start.completion.current = WordCompletion(catalogue: start.catalogue).complete
    guard let editor = start.editor else {
      return nil
    }
    let lines = TypedLines(editor, console: start.console)
    session = start.session(lines)
    self.options = options
    let file = session.folder.prepare() ? session.folder.file("history") : nil
    history = CommandHistory(path: file)
    editor.remember(history.lines)
    editor.setHint("Leave with Ctrl-D or 'quit'.")
    lines.remember = { [history] in history.add($0) }
    session.apply(options)
    session.console.pauses = true
  }

  /// Ends with Ctrl-D or `quit`; failures of single commands are no failure of the prompt.
  func run() -> ExitStatus {
    greet()
    while !session.isOver, !session.console.isClosed {
      switch session.lines.next(prompt: session.questions.prompt) {
      case .line(let line):
        Interrupts.clear()
        let isEmpty = line.allSatisfy(\.isWhitespace)
        _ = session.perform(line: isEmpty ? session.onward.onEnter : line, defaults: options)
      case .rejected(let fault): session.console.complain(fault.description)
      case .interrupted: continue
      case .endOfInput: session.leave()
      }
      showHistoryNotices()
    }
    return .done
  }

  private func greet() {
    session.console.show(TextLine("Core Data Concurrency, a workbook", .heading))
    if let place = session.store.progress.place {
      session.console.tell("You stopped in '\(place.chapter)'.")
      if session.store.progress.isAsked {
        session.console.tell("A question is open there: Enter shows it again.")
        session.onward.lead(to: "goto \(place.chapter) \(place.step)")
      }
    }
    session.console.tell("Enter leads on, 'list' shows everything, 'help' explains.", .faint)
    session.showNotices()
    showHistoryNotices()
  }

  private func showHistoryNotices() {
    for notice in history.takeNotices() { session.console.notice(notice.description) }
  }
}
