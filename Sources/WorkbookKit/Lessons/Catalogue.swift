/// All chapters, scenarios and exercises, and how the words of a reader find one of them.
public struct Catalogue: Sendable {
  /// By number.
  public let chapters: [Chapter]
  /// In the order of their folders.
  public let exercises: [any CheckedExercise]
  public let tracks: [Track]

  public init(
    _ chapters: [Chapter], exercises: [any CheckedExercise] = [], tracks: [Track] = []
  ) {
    self.tracks = tracks
    self.chapters = chapters.sorted { $0.number < $1.number }
    self.exercises = exercises
  }

  public func exercise(_ id: String) -> (any CheckedExercise)? {
    exercises.first { $0.id == id }
  }

  public func chapter(_ id: String) -> Chapter? { chapters.first { $0.id == id } }

  public var scenarios: [Scenario] { chapters.flatMap(\.scenarios) }

  /// A scenario by `chapter/name`, or by the chapter alone for its main one.
  public func scenario(_ word: String) -> Scenario? {
    scenarios.first { $0.id == word } ?? chapter(word)?.mainScenario
  }

  /// The chapter after one.
  public func chapter(after id: String) -> Chapter? {
    guard let index = chapters.firstIndex(where: { $0.id == id }) else { return nil }
    return chapters.dropFirst(index + 1).first
  }

  /// The chapter before one.
  public func chapter(before id: String) -> Chapter? {
    guard let index = chapters.firstIndex(where: { $0.id == id }) else { return nil }
    return chapters.prefix(index).last
  }

  /// What a word of the trade means.
  public func term(_ word: String) -> Term? {
    chapters.flatMap(\.glossary).first { $0.word.lowercased() == word.lowercased() }
  }
}
