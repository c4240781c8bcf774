internal import WorkbookKit

/// From the names a reader writes to the things they name.
extension Catalogue {
  func chapter(named word: String) throws(UsageError) -> Chapter {
    if let chapter = chapter(word) { return chapter }
    if let number = Int(word),
      let chapter = chapters.first(where: { $0.number == number })
    {
      return chapter
    }
    let ids = chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: ids), let chapter = chapter(only) {
      return chapter
    }
    throw .unknown(.chapter, word, suggestion: Nearest.name(to: word, among: ids))
  }

  func scenario(named word: String) throws(UsageError) -> Scenario {
    if let scenario = scenario(word) { return scenario }
    let named = scenarios.filter { $0.name == word }
    if named.count == 1 { return named[0] }
    if Int(word) != nil, let main = try chapter(named: word).mainScenario { return main }
    let ids = scenarios.map(\.id)
    let names = ids + chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: names)
      ?? Self.only(
        startingWith: word, among: chapters.map(\.id)),
      let scenario = scenario(only)
    {
      return scenario
    }
    // It may be in another chapter.
    let name = word.split(separator: "/").last.map(String.init) ?? word
    let short = Nearest.name(to: name, among: scenarios.map(\.name))
    let meant = scenarios.first { $0.name == short }?.id
    throw .unknown(.scenario, word, suggestion: Nearest.name(to: word, among: names) ?? meant)
  }

  func exercise(named word: String) throws(UsageError) -> any CheckedExercise {
    let ids = exercises.map(\.id)
    let id = ids.contains(word) ? word : Self.only(startingWith: word, among: ids)
    guard let exercise = id.flatMap(exercise) else {
      throw .unknown(.exercise, word, suggestion: Nearest.name(to: word, among: ids))
    }
    return exercise
  }

  /// The one name that begins like a word.
  private static func only(startingWith word: String, among names: [String]) -> String? {
    let found = names.filter { $0.hasPrefix(word) }
    return !word.isEmpty && found.count == 1 ? found[0] : nil
  }
}

extension CheckedExercise {
  /// What the reader is told of an exercise.
  func sheet() throws(CommandFailure) -> ExerciseSheet {
    guard let sheet = try? folder.sheet() else {
      throw CommandFailure(
        problem: "the exercises were not found: they lie in the package's folder",
        wayOut: "start the workbook from inside the package", status: .fault)
    }
    return sheet
  }
}
