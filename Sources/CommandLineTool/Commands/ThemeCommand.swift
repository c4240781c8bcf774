internal import WorkbookKit

/// Colours that can be read on the reader's background; kept with the progress.
struct ThemeCommand: Command {
  /// What letters stand on.
  enum Theme: String {
    case light, dark
  }

  /// Nil asks which it is.
  var theme: Theme?

  static let syntax = Syntax(
    name: "theme", operands: [.optional(.value)],
    summary: "colours for a light or a dark background, kept for you",
    examples: ["theme light", "theme dark"],
    make: { (arguments) throws(UsageError) in
      guard let word = arguments[0] else { return Self() }
      guard let theme = Theme(rawValue: word) else {
        throw .badValue(word, of: "theme", expected: "light or dark")
      }
      return Self(theme: theme)
    })

  func perform(in session: Session, _ options: CommonOptions) -> ExitStatus {
    if let theme { session.store.update { $0.isOnLight = theme == .light } }
    let isLight = session.store.progress.isOnLight
    session.console.tell(
      isLight.map { "Colours are for a \($0 ? "light" : "dark") background." }
        ?? "Colours follow what the terminal says. Choose: theme light, or theme dark")
    return .done
  }
}
