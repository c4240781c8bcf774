internal import Foundation

/// A question about any program of some chapters, be it a variant or a piece of a museum, a choice
/// among repairs of one, or whether something is promised; as many as the reader likes. What is right, the explorer says.
public struct Quiz: Sendable {
  /// Lines of code that fit above a question and its answer.
  static let length = 14
  /// Cells of code that fit beside its line numbers.
  private static let width = 70

  public let chapter: Chapter
  public let program: Experiment
  public let step: Step
  /// What an attempt at it is remembered by.
  public let name: String
  /// The piece that it is about; nil for a program of this workbook.
  public private(set) var exhibit: Exhibit?

  /// The next question: first what was answered wrongly and with confidence, then what was asked
  /// least often, programs, choices and pieces in turn; never what was asked just now. Nil if no program is short enough.
  ///
  /// A right answer to an exercise is asked about once that is `passed`.
  public init?(
    about chapters: [Chapter], exercises: [any CheckedExercise] = [], passed: [String] = [],
    after attempts: [Attempt]
  ) {
    let recent = Set(attempts.suffix(3).map(\.step))
    let kinds = [
      chapters.flatMap(Self.programs), chapters.flatMap(Self.choices),
      chapters.flatMap(Self.promises),
      chapters.flatMap { Self.pieces(of: $0, exercises, passed) },
    ]
    let candidates = kinds.flatMap { kind in
      let names = Set(kind.map(\.name))
      let asked = attempts.count { names.contains($0.step) }
      return kind.filter { !recent.contains($0.name) }
        .map { (rank: Self.rank(of: $0.name, asked, attempts), make: $0.make) }
    }.sorted { $0.rank < $1.rank }
    guard let first = candidates.lazy.compactMap({ $0.make() }).first else { return nil }
    self = first
  }

  /// What may be asked, by name; made only when it is its turn.
  typealias Candidate = (name: String, make: () -> Quiz?)

  static func programs(of chapter: Chapter) -> [Candidate] {
    chapter.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
        .map { program in (program.name, { Quiz(chapter, program) }) }
    }
  }

  static func choices(of chapter: Chapter) -> [Candidate] {
    chapter.path.filter { if case .choose? = $0.question?.kind { true } else { false } }
      .map { step in ("\(chapter.id)/\(step.id)", { Quiz(chapter, choosing: step) }) }
  }

  /// Whether what its lesson has taught is promised.
  static func promises(of chapter: Chapter) -> [Candidate] {
    chapter.path.filter { $0.promise != nil }.map { step in
      let name = Step.promise(of: "\(chapter.id)/\(step.id)")
      return (name, { Quiz(chapter, promisedIn: step, name) })
    }
  }

  private static func pieces(
    of chapter: Chapter, _ exercises: [any CheckedExercise], _ passed: [String]
  ) -> [Candidate] {
    exercises.filter { chapter.exercises.contains($0.id) }
      .flatMap { $0.exhibits(in: chapter.id) }
      .filter { $0.card.verdict != .pass || passed.contains($0.exercise.id) }
      .map { exhibit in (exhibit.program.name, { Quiz(chapter, exhibit) }) }
  }

  /// A choice of the lesson; nil if the step asks something else.
  private init?(_ chapter: Chapter, choosing step: Step) {
    guard case .choose? = step.question?.kind, let program = step.program else { return nil }
    self.chapter = chapter
    self.program = program
    self.step = step
    name = "\(chapter.id)/\(step.id)"
  }

  private init?(_ chapter: Chapter, promisedIn step: Step, _ name: String) {
    guard let asking = step.askingForPromise, let program = step.program else { return nil }
    self.chapter = chapter
    self.program = program
    self.step = asking
    self.name = name
  }

  /// A question about this program; nil if it is too long.
  init?(_ chapter: Chapter, _ program: Experiment) {
    guard let code = Self.code(of: program) else { return nil }
    self.chapter = chapter
    self.program = program
    step = Self.step(about: program, code)
    name = program.name
  }

  /// A question about a piece in one of its trials; nil if it is too long.
  init?(_ chapter: Chapter, _ exhibit: Exhibit) {
    let program = exhibit.program
    guard let code = exhibit.code, code.isEmpty == false,
      code.reduce(0, { $0 + $1.wrappedCode(to: Self.width).count }) <= Self.length
    else { return nil }
    self.chapter = chapter
    self.program = program
    var step = Self.step(about: program, code)
    step.shown.insert(.prose("_Meanwhile:_ \(exhibit.meanwhile)"), at: 0)
    step.reveal = [.prose(exhibit.reveal)]
    self.step = step
    self.exhibit = exhibit
    name = program.name
  }

  /// What comes first; `asked` is how often something of its kind was.
  private static func rank(
    of name: String, _ asked: Int, _ attempts: [Attempt]
  ) -> (Int, Int, Int, UInt64) {
    let own = attempts.filter { $0.step == name }
    let isOverconfident = own.last.map { $0.isSure && !$0.isRight } ?? false
    return (isOverconfident ? 0 : 1, own.count, asked, OptionOrder.scattered(name))
  }

  private static func step(about program: Experiment, _ code: [String]) -> Step {
    let outcomes = program.scenario.outcomes
    let goal = outcomes.first { $0.kind == .allowed } ?? outcomes.first { $0.kind == .interesting }
    var step = Step(title: "What does this do?", line: 0)
    step.shown = [.code(program, code)]
    step.question = .standard(
      program, words: "It should end so: \(goal?.sentence ?? "") It goes wrong:")
    step.reveal = [.prose(program.variant.idea + " (`\(program.name)`)")]
    return step
  }

  /// The program without what would give the answer away; nil if it is too long for a screen.
  private static func code(of program: Experiment) -> [String]? {
    guard let excerpt = SourceExcerpt(of: program.variant) else { return nil }
    let lines = excerpt.lines.map(\.text).filter { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return !text.isEmpty
        && !["//", "runtime.atEnd {", "runtime.outcome("].contains(where: text.hasPrefix)
    }
    let fits = lines.count <= length && lines.allSatisfy { $0.count <= 74 }
    return fits && !lines.isEmpty ? lines : nil
  }
}
