internal import Foundation
internal import Interleaving

/// A piece of an exercise's museum in one of its trials: a program that can be asked about like
/// any other. It is not part of this one: `Judge` builds it when its answer is wanted.
public struct Exhibit: Sendable {
  let exercise: any CheckedExercise
  /// What is known of the piece; nothing of it answers a question.
  let card: SampleCard
  let trial: String
  /// Shown and asked about; it runs nowhere but in a child of ours.
  let program: Experiment
  /// Who calls it, and what else goes on.
  let meanwhile: String
}

extension ExerciseCheck {
  /// The pieces in each trial that says what else goes on there. What would end its process or
  /// never end is left out: it is judged in a child of ours only.
  public func exhibits(in chapter: String) -> [Exhibit] {
    let pieces = museum.filter { [.pass, .wrong, .hang].contains($0.verdict) }
    return tellingTrials.flatMap { trial in
      pieces.map { exhibit($0, in: trial, chapter) }
    }
  }

  /// One trial for each thing that can go on beside an answer.
  private var tellingTrials: [Trial<Contract>] {
    trials.indices.filter { index in
      trials[index].meanwhile.map { meanwhile in
        !trials[..<index].contains { $0.meanwhile == meanwhile }
      } ?? false
    }.map { trials[$0] }
  }

  private func exhibit(
    _ card: SampleCard, in trial: Trial<Contract>, _ chapter: String
  ) -> Exhibit {
    let variant = Variant(piece: card, from: file(of: card), place: trial.place)
    let scenario = Scenario(
      "\(chapter)/\(name(of: trial))", title: id, question: "", outcomes: trial.outcomes,
      variants: [variant])
    return Exhibit(
      exercise: self, card: card, trial: trial.id, program: Experiment(scenario, variant),
      meanwhile: trial.meanwhile ?? "")
  }
}

// MARK: What is shown of it

extension Exhibit {
  /// The body of its only method, or all of it where there is more to it: the name of the type
  /// would tell what is wrong. Nil if the piece cannot be read or names itself, and if it prints or
  /// remembers something: that would be seen here, and its orders would not repeat.
  var code: [String]? {
    let url = URL(filePath: program.variant.source.path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    guard !text.contains("print("), !text.contains("static ") else { return nil }
    let declaration = "\(card.name): "
    let lines = text.lines
    guard let start = lines.firstIndex(where: { $0.contains(declaration) }) else { return nil }
    let type = SourceExcerpt.statement(in: lines, from: start)
    let others = lines[..<start] + lines[(start + type.count)...]
    guard others.allSatisfy(Self.isSilent) else { return nil }
    let inner = Self.dedented(
      type.dropFirst().dropLast().filter { !Self.isSilent($0) }.map(Self.withoutRemark))
    return inner.contains { $0.contains(card.name) } ? nil : Self.body(of: inner) ?? inner
  }

  /// What is told of it behind the answer.
  var reveal: String {
    let exercise = "`\(exercise.id)`"
    let origin =
      card.verdict == .pass
      ? "It is a right answer to \(exercise)."
      : "It is a wrong answer to \(exercise), whose check has more trials and asks for more."
    return "\(card.reason) \(origin)"
  }

  /// What stands in the only method; nil if there is anything beside it.
  private static func body(of members: [String]) -> [String]? {
    let method = SourceExcerpt.statement(in: members, from: 0)
    guard method.count == members.count, members[0].contains("func "),
      let opening = members.firstIndex(where: { $0.hasSuffix("{") && !$0.hasPrefix(" ") })
    else { return nil }
    return dedented(Array(members[(opening + 1)...].dropLast()))
  }

  private static func dedented(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
  }

  private static func withoutRemark(_ line: String) -> String {
    line.firstRange(of: " //").map { String(line[..<$0.lowerBound]) } ?? line
  }

  /// Says nothing about what the piece does, or too much.
  private static func isSilent(_ line: String) -> Bool {
    let text = line.trimmingCharacters(in: .whitespaces)
    return text.isEmpty || ["//", "import "].contains(where: text.hasPrefix)
  }
}
