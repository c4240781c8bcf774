internal import WorkbookKit

/// From the names a reader writes to the things they name.
extension Session {
  func chapter(_ word: String) throws(UsageError) -> Chapter {
    if let chapter = library.chapter(word) { return chapter }
    let ids = library.chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: ids), let chapter = library.chapter(only) {
      return chapter
    }
    throw .unknown(.chapter, word, suggestion: Nearest.name(to: word, among: ids))
  }

  func scenario(_ word: String) throws(UsageError) -> Scenario {
    if let scenario = library.scenario(word) { return scenario }
    let ids = library.scenarios.map(\.id)
    let names = ids + library.chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: names)
      ?? Self.only(
        startingWith: word, among: library.chapters.map(\.id)),
      let scenario = library.scenario(only)
    {
      return scenario
    }
    throw .unknown(.scenario, word, suggestion: Nearest.name(to: word, among: names))
  }

  func variant(_ target: Target) throws(UsageError) -> (Scenario, Variant) {
    let scenario = try scenario(target.scenario)
    if let variant = scenario.variant(target.variant) { return (scenario, variant) }
    let names = scenario.variants.map(\.name)
    let suggestion = Nearest.name(to: target.variant, among: names) ?? names.first
    throw .unknown(.variant, target.variant, suggestion: suggestion)
  }

  func exercise(_ word: String) throws -> (ExerciseShelf, Exercise) {
    let shelf = try requireShelf()
    let exercises = shelf.exercises()
    if let exercise = exercises.first(where: { $0.id == word }) { return (shelf, exercise) }
    let ids = exercises.map(\.id)
    if let only = Self.only(startingWith: word, among: ids),
      let exercise = exercises.first(where: { $0.id == only })
    {
      return (shelf, exercise)
    }
    throw UsageError.unknown(
      .exercise, word, suggestion: Nearest.name(to: word, among: ids))
  }

  func requireShelf() throws(CommandFailure) -> ExerciseShelf {
    guard let shelf else {
      throw CommandFailure(
        problem: "the exercises were not found: they lie in the package's folder",
        wayOut: "start the workbook from inside the package", status: .fault)
    }
    return shelf
  }

  /// The one name that begins like a word.
  private static func only(startingWith word: String, among names: [String]) -> String? {
    let found = names.filter { $0.hasPrefix(word) }
    return !word.isEmpty && found.count == 1 ? found[0] : nil
  }
}
