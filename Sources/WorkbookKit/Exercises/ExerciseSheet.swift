/// What a reader is told of an exercise, from its `Exercise.md`:
///
///     # The unread badge
///
///     The task, in as many paragraphs as it takes.
///
///     ## Hint: where to look
///     ## Hint: which rule is broken
///     ## Hint: what shape the fix has
///     ## Our way
public struct ExerciseSheet: Sendable, Hashable {
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

  public init(_ markdown: String) {
    var title = ""
    var task: [Substring] = []
    var hints: [(title: String, lines: [Substring])] = []
    var isInFence = false
    var isBehindHints = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInFence.toggle() }
      if !isInFence, line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if !isInFence, line.hasPrefix(Self.hintHeading) {
        hints.append((String(line.dropFirst(Self.hintHeading.count)), []))
      } else if isBehindHints || !isInFence && !hints.isEmpty && line.hasPrefix("## ") {
        isBehindHints = true
      } else if hints.isEmpty {
        task.append(line)
      } else {
        hints[hints.count - 1].lines.append(line)
      }
    }
    self.title = title
    self.task = Self.trimmed(task)
    self.hints = hints.map { Hint(title: $0.title, text: Self.trimmed($0.lines)) }
  }

  /// Title, task and what may be used. Markdown.
  public var page: String { "# \(title)\n\n\(task)\n\n\(Self.means)" }

  private static let means = """
    Contexts, tasks, `DispatchQueue`, groups, work items, semaphores, `OperationQueue`, `NSLock`,
    `Timer` and `Thread` do here what they do in an app. Run loops, locks of C and other processes
    are not there: wait with a block, a task or a group instead.
    """

  private static let hintHeading = "## Hint: "

  private static func trimmed(_ lines: [Substring]) -> String {
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let body = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return body.joined(separator: "\n")
  }
}
