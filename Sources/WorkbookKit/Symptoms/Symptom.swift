/// What a person has in hand when something went wrong: a message, a line of a log, a frame of a
/// report, or what the screen did. The table of these feeds `symptom`, `help chart`, the handout
/// and the page of symptoms.
public struct Symptom: Sendable {
  /// Short and fixed: what a page links to.
  public let id: String
  /// As one would say it.
  public let title: String
  /// What in a text tells of it.
  let signs: [Sign]
  /// Why it happens, the likeliest first.
  public let causes: [Cause]
  /// The line of the chart; nil where another symptom's line covers it.
  public let chartLine: ChartLine?

  init(
    _ id: String, _ title: String, signs: [Sign], chart: ChartLine? = nil, causes: [Cause]
  ) {
    self.id = id
    self.title = title
    self.signs = signs
    self.causes = causes
    chartLine = chart
  }

  /// One reason for it, how to tell it from the others, and where to begin.
  public struct Cause: Sendable {
    /// What happened, in a sentence.
    public let what: String
    /// What is seen if it is this cause and not another.
    public let tell: String
    /// The scenario that shows it.
    public let scenario: String
    public let rule: String
    /// What to change first.
    public let firstCut: String
  }

  /// `stands still, no CPU`: a circle of waits. Make one wait a perform.
  public struct ChartLine: Sendable {
    public let seen: String
    public let meaning: String

    init(_ seen: String, _ meaning: String) {
      self.seen = seen
      self.meaning = meaning
    }
  }

  /// All that the book knows.
  public static let all = crashes + hangs + compilerWords + refusedSaves + openingErrors + screens
}
