public import Foundation

/// A chapter: a lesson, the scenarios it talks about and the exercises that follow.
///
///     public let basics = Chapter(
///       "basics", number: 1, title: "Basics", summary: "What the stack is made of.",
///       lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
///       scenarios: [.faulting, .blockedMain], exercises: ["unread-badge"],
///       glossary: [Term("fault", "An object whose values have not been read yet.")])
public struct Chapter: Sendable {
  public let id: String
  /// The number in front of its folder.
  public let number: Int
  public let title: String
  /// One sentence for the list of chapters.
  public let summary: String
  /// The first is the main one, which the chapter's id alone means too.
  public let scenarios: [Scenario]
  /// The ids of its exercises, easiest first.
  public let exercises: [String]
  public let glossary: [Term]
  private let lesson: @Sendable () -> URL?

  public init(
    _ id: String, number: Int, title: String, summary: String,
    lesson: @escaping @Sendable () -> URL?, scenarios: [Scenario], exercises: [String] = [],
    glossary: [Term] = []
  ) {
    self.id = id
    self.number = number
    self.title = title
    self.summary = summary
    self.lesson = lesson
    self.scenarios = scenarios
    self.exercises = exercises
    self.glossary = glossary
  }

  public var mainScenario: Scenario? { scenarios.first }

  /// Where the lesson's Markdown is; nil when it was not installed beside the program.
  public var lessonFile: URL? { lesson() }

  /// The lesson's Markdown.
  public func lessonText() throws -> String {
    guard let lessonFile else { throw MissingLesson(chapter: id) }
    return try String(contentsOf: lessonFile, encoding: .utf8)
  }
}

/// A word of the trade and what it means.
public struct Term: Sendable, Hashable {
  public let word: String
  public let meaning: String

  public init(_ word: String, _ meaning: String) {
    self.word = word
    self.meaning = meaning
  }
}

/// A chapter whose lesson is not beside the program.
public struct MissingLesson: Error, Hashable, CustomStringConvertible {
  public let chapter: String

  public var description: String {
    "the lesson of '\(chapter)' is not beside the program; build it again with 'swift build'"
  }
}
