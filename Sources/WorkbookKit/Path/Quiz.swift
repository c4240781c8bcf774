internal import Foundation

/// A question about any program of some chapters, or a choice among repairs of one; as many as
/// somebody likes. What is right, the explorer says.
public struct Quiz: Sendable {
  /// Lines of code that fit above a question and its answer.
  static let length = 14

  public let chapter: Chapter
  public let program: Experiment
  public let step: Step
  /// What an attempt at it is remembered by.
  public let name: String

  /// The next question: first what was answered wrongly and with confidence, then what was asked
  /// least often; never what was asked just now. Nil if no program is short enough.
  public init?(about chapters: [Chapter], after attempts: [Attempt]) {
    let recent = Set(attempts.suffix(3).map(\.step))
    let candidates = chapters.flatMap(Self.candidates).filter { !recent.contains($0.name) }
      .map { (rank: Self.rank(of: $0.name, attempts), make: $0.make) }
      .sorted { $0.rank < $1.rank }
    guard let first = candidates.lazy.compactMap({ $0.make() }).first else { return nil }
    self = first
  }

  /// All that may be asked of a chapter, by name; made only when it is its turn.
  private static func candidates(of chapter: Chapter) -> [(name: String, make: () -> Quiz?)] {
    let programs = chapter.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
    }
    return programs.map { program in (program.name, { Quiz(chapter, program) }) }
      + chapter.path.map { step in
        ("\(chapter.id)/\(step.id)", { Quiz(chapter, choosing: step) })
      }
  }

  /// A choice of the lesson; nil if the step asks something else.
  private init?(_ chapter: Chapter, choosing step: Step) {
    guard case .choose? = step.question?.kind, let program = step.program else { return nil }
    self.chapter = chapter
    self.program = program
    self.step = step
    name = "\(chapter.id)/\(step.id)"
  }

  /// A question about this program; nil if it is too long.
  init?(_ chapter: Chapter, _ program: Experiment) {
    guard let code = Self.code(of: program) else { return nil }
    self.chapter = chapter
    self.program = program
    step = Self.step(about: program, code)
    name = program.name
  }

  private static func rank(of name: String, _ attempts: [Attempt]) -> (Int, Int, UInt64) {
    let own = attempts.filter { $0.step == name }
    let isOverconfident = own.last.map { $0.isSure && !$0.isRight } ?? false
    return (isOverconfident ? 0 : 1, own.count, scattered(name))
  }

  /// A number that looks random and is the same everywhere, so that neighbours are asked apart.
  static func scattered(_ name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func step(about program: Experiment, _ code: [String]) -> Step {
    let goal = program.scenario.outcomes.first { $0.kind == .allowed }?.sentence ?? ""
    var step = Step(title: "What does this do?", line: 0)
    step.shown = [.code(program, code)]
    step.question = .standard(program, words: "It should end so: \(goal) It goes wrong:")
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
