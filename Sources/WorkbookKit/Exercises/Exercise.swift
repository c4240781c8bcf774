/// An exercise as the prompt knows it. Its code is built only when an answer is checked, so what
/// is shown before that comes from its `Exercise.md`:
///
///     # The unread badge
///
///     The task, in as many paragraphs as it takes.
///
///     ## Hint: where to look
///     ## Hint: which rule is broken
///     ## Hint: what shape the fix has
public struct Exercise: Sendable, Hashable {
  /// `01-UnreadBadge` is `unread-badge`.
  public let id: String
  /// The folder under `Exercises/`.
  public let folder: String
  public let title: String
  /// Markdown.
  public let task: String
  /// Ordered: where to look, which rule is broken, what shape the fix has.
  public let hints: [Hint]

  /// One rung.
  public struct Hint: Sendable, Hashable {
    public let title: String
    /// Markdown.
    public let text: String

    public init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  /// Reads the sheet of the exercise in `folder`.
  public init(folder: String, sheet: String) {
    var title = folder
    var task: [Substring] = []
    var hints: [(title: String, lines: [Substring])] = []
    var isInFence = false
    for line in sheet.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInFence.toggle() }
      if !isInFence, line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if !isInFence, line.hasPrefix(Self.hintHeading) {
        hints.append((String(line.dropFirst(Self.hintHeading.count)), []))
      } else if hints.isEmpty {
        task.append(line)
      } else {
        hints[hints.count - 1].lines.append(line)
      }
    }
    self.id = Self.id(ofFolder: folder)
    self.folder = folder
    self.title = title
    self.task = Self.trimmed(task)
    self.hints = hints.map { Hint(title: $0.title, text: Self.trimmed($0.lines)) }
  }

  /// `01-UnreadBadge` gives `unread-badge`.
  public static func id(ofFolder folder: String) -> String {
    let name = folder.drop { $0.isNumber }.drop { $0 == "-" }
    var id = ""
    for character in name {
      if character.isUppercase && !id.isEmpty && id.last != "-" { id.append("-") }
      id += character.lowercased()
    }
    return id
  }

  /// Title and task. Markdown.
  public var page: String { "# \(title)\n\n\(task)" }

  private static let hintHeading = "## Hint: "

  private static func trimmed(_ lines: [Substring]) -> String {
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let body = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return body.joined(separator: "\n")
  }
}
