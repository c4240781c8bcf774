internal import WorkbookKit

/// From the names a reader writes to the things they name.
extension Session {
  func chapter(_ word: String) throws(UsageError) -> Chapter {
    if let chapter = catalogue.chapter(word) { return chapter }
    if let number = Int(word),
      let chapter = catalogue.chapters.first(where: { $0.number == number })
    {
      return chapter
    }
    let ids = catalogue.chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: ids), let chapter = catalogue.chapter(only) {
      return chapter
    }
    throw .unknown(.chapter, word, suggestion: Nearest.name(to: word, among: ids))
  }

  func scenario(_ word: String) throws(UsageError) -> Scenario {
    if let scenario = catalogue.scenario(word) { return scenario }
    let named = catalogue.scenarios.filter { $0.name == word }
    if named.count == 1 { return named[0] }
    if Int(word) != nil, let main = try chapter(word).mainScenario { return main }
    let ids = catalogue.scenarios.map(\.id)
    let names = ids + catalogue.chapters.map(\.id)
    if let only = Self.only(startingWith: word, among: names)
      ?? Self.only(
        startingWith: word, among: catalogue.chapters.map(\.id)),
      let scenario = catalogue.scenario(only)
    {
      return scenario
    }
    // It may be in another chapter.
    let name = word.split(separator: "/").last.map(String.init) ?? word
    let short = Nearest.name(to: name, among: catalogue.scenarios.map(\.name))
    let meant = catalogue.scenarios.first { $0.name == short }?.id
    throw .unknown(.scenario, word, suggestion: Nearest.name(to: word, among: names) ?? meant)
  }

  /// The program of the step where none is named.
  func variant(_ target: Target) throws(UsageError) -> (Scenario, Variant) {
    if target.scenario.isEmpty {
      guard let here = try? standing(), let program = here.index.flatMap({ here.path[$0].program })
      else { throw .noProgramHere }
      return (program.scenario, program.variant)
    }
    let scenario = try scenario(target.scenario)
    if let variant = scenario.variant(target.variant) { return (scenario, variant) }
    let names = scenario.variants.map(\.name)
    let suggestion = Nearest.name(to: target.variant, among: names) ?? names.first
    throw .unknown(.variant, target.variant, suggestion: suggestion)
  }

  func exercise(_ word: String) throws(UsageError) -> any CheckedExercise {
    let ids = catalogue.exercises.map(\.id)
    let id = ids.contains(word) ? word : Self.only(startingWith: word, among: ids)
    guard let exercise = id.flatMap(catalogue.exercise) else {
      throw .unknown(.exercise, word, suggestion: Nearest.name(to: word, among: ids))
    }
    return exercise
  }

  /// What the reader is told of an exercise.
  func sheet(of exercise: any CheckedExercise) throws(CommandFailure) -> ExerciseSheet {
    guard let sheet = try? exercise.folder.sheet() else {
      throw CommandFailure(
        problem: "the exercises were not found: they lie in the package's folder",
        wayOut: "start the workbook from inside the package", status: .fault)
    }
    return sheet
  }

  /// The one name that begins like a word.
  private static func only(startingWith word: String, among names: [String]) -> String? {
    let found = names.filter { $0.hasPrefix(word) }
    return !word.isEmpty && found.count == 1 ? found[0] : nil
  }
}
