internal import WorkbookKit

/// What the reader is told of the way on, and what Enter does.
final class Onward {
  /// What Enter does on an empty line.
  private(set) var onEnter = "next"
  private let dialogue: Dialogue
  private let bookmark: Bookmark
  private let entrance: Entrance

  init(_ dialogue: Dialogue, _ bookmark: Bookmark, _ entrance: Entrance) {
    (self.dialogue, self.bookmark, self.entrance) = (dialogue, bookmark, entrance)
  }

  /// Enter does this, until a command was typed.
  func lead(to command: String = "next") { onEnter = command }

  /// A command that fits now; for the way on itself, what Enter does. Piped transcripts hold
  /// results only.
  func suggest(_ command: String, as words: String = "Try: ") {
    guard dialogue.lines.isInteractive else { return }
    let isOnward = command == "next" || command.hasPrefix("quiz")
    if isOnward { onEnter = command }
    let told = isOnward ? "\(command == "next" ? upcoming : "another question") (Enter)" : command
    let label = TextLine(isOnward ? "Next: " : words, .faint)
    let line = label + TextLine(told, isOnward ? .plain : .code)
    let console = dialogue.console
    console.show(line.wrapped(to: console.width, rest: TextLine("  ")))
  }

  /// What `next` shows.
  private var upcoming: String { entrance.upcoming ?? bookmark.upcoming }

  /// A report, and what fits behind it.
  @discardableResult
  func show(_ page: some Page, _ options: CommonOptions, next: String) -> ExitStatus {
    dialogue.console.show(page, options)
    if !options.isJSON { suggest(next) }
    return .done
  }
}
