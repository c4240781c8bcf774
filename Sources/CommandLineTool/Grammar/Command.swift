internal import WorkbookKit

/// What the reader asks for. Each command is a value with its words and its work in one file of
/// its own; `CommandTable` has the line that puts it into the book's order.
protocol Command: Equatable {
  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus
}

extension Command {
  /// How a command is written. It may mean one of several, as `list` and `list --topics` do.
  typealias Syntax = CommandSyntax<any Command>
}
