internal import Terminal
internal import WorkbookKit

/// Commands from a pipe or a file: no banner, no prompt, and an end at the first failure.
struct PipedCommands {
  let session: Session
  let options: CommonOptions

  /// The status of the first command that failed.
  func run() -> ExitStatus {
    var status = ExitStatus.done
    while !session.isOver, !session.console.isClosed {
      let result: ExitStatus
      switch session.lines.next(prompt: "") {
      case .line(let line): result = session.perform(line: line, defaults: options)
      case .rejected(let fault):
        session.console.complain(fault.description)
        result = .usage
      case .interrupted, .endOfInput: return status
      }
      if status == .done { status = result }
      if result == .interrupted || (result != .done && !options.keepsGoing) { break }
    }
    return status
  }
}
