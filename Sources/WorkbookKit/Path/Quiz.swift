internal import Foundation

/// A question about any program of some chapters, as many as somebody likes. What is right, the
/// explorer says.
public struct Quiz: Sendable {
  /// Lines of code that fit above a question and its answer.
  static let length = 14

  public let chapter: Chapter
  public let program: Experiment
  public let step: Step

  /// The next question: first what was answered wrongly and with confidence, then what was asked
  /// least often; never what was asked just now. Nil if no program is short enough.
  public init?(about chapters: [Chapter], after attempts: [Attempt]) {
    let recent = Set(attempts.suffix(3).map(\.step))
    let all = chapters.flatMap { chapter in
      chapter.scenarios.flatMap { scenario in
        scenario.variants.map { (chapter, Experiment(scenario, $0)) }
      }
    }
    let candidates = all.filter { !recent.contains($0.1.name) }
      .map { (rank: Self.rank(of: $0.1.name, attempts), chapter: $0.0, program: $0.1) }
      .sorted { $0.rank < $1.rank }
    let quizzes = candidates.lazy.compactMap { Self($0.chapter, $0.program) }
    guard let first = quizzes.first else { return nil }
    self = first
  }

  /// A question about this program; nil if it is too long.
  init?(_ chapter: Chapter, _ program: Experiment) {
    guard let code = Self.code(of: program) else { return nil }
    self.chapter = chapter
    self.program = program
    step = Self.step(about: program, code)
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
