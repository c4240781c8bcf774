internal import WorkbookKit

/// Where the reader stands in the book, and what comes next there.
struct Bookmark {
  let catalogue: Catalogue
  let store: ProgressStore

  struct Standing {
    let chapter: Chapter
    let path: [Step]
    /// Nil when the lesson has no longer a step of that name.
    let index: Int?

    var step: Step? { index.map { path[$0] } }
  }

  func standing() throws -> Standing? {
    guard let place = store.progress.place, let chapter = catalogue.chapter(place.chapter) else {
      return nil
    }
    let path = try chapter.steps()
    return Standing(
      chapter: chapter, path: path, index: path.firstIndex { $0.id == place.step })
  }

  /// The chapter of that name, or else the current one.
  func chapter(_ word: String?) throws -> Chapter {
    try catalogue.chapter(
      named: word ?? store.progress.place?.chapter ?? catalogue.firstChapter.id)
  }

  /// The program of the step where none is named.
  func variant(_ target: Target) throws(UsageError) -> (Scenario, Variant) {
    if target.scenario.isEmpty {
      guard let program = (try? standing())?.step?.program else { throw .noProgramHere }
      return (program.scenario, program.variant)
    }
    let scenario = try catalogue.scenario(named: target.scenario)
    if let variant = scenario.variant(target.variant) { return (scenario, variant) }
    let names = scenario.variants.map(\.name)
    let suggestion = Nearest.name(to: target.variant, among: names) ?? names.first
    throw .unknown(.variant, target.variant, suggestion: suggestion)
  }

  /// The track the reader is on.
  var track: Track? { store.progress.track.flatMap(catalogue.track) }

  /// Where the reader stands on it; nil beside it.
  func position(on track: Track) -> Int? {
    store.progress.place.flatMap { track.steps.firstIndex(of: "\($0.chapter)/\($0.step)") }
  }

  /// What `next` shows.
  var upcoming: String {
    if let track, let index = position(on: track) {
      return index + 1 < track.steps.count
        ? "\(track.name) \(index + 2)/\(track.steps.count)" : "the end of the track"
    }
    guard let here = try? standing() else { return "the first three minutes" }
    if isAtEndOfFirstRun(here), let first = try? catalogue.firstChapter { return name(first) }
    let next = here.index.map { $0 + 1 } ?? 0
    if here.path.indices.contains(next) {
      return "\(next + 1)/\(here.path.count) \(here.path[next].title)"
    }
    return catalogue.chapter(after: here.chapter.id).map(name) ?? "what you have learnt"
  }

  private func name(_ chapter: Chapter) -> String { "chapter \(chapter.number), \(chapter.title)" }
}

extension Catalogue {
  var firstChapter: Chapter {
    get throws {
      guard let first = chapters.first else {
        throw CommandFailure(problem: "this workbook was built without chapters", status: .fault)
      }
      return first
    }
  }
}

extension Chapter {
  /// Its path, or why there is none to walk.
  func steps() throws -> [Step] {
    let path = LessonPath(try lessonText(), of: self).steps
    guard !path.isEmpty else {
      throw CommandFailure(problem: "the lesson of '\(id)' has no steps", status: .fault)
    }
    return path
  }
}
