/// What a check says of our own right and wrong answers.
public struct GradingPage: Page {
  public let grading: Grading

  public init(_ grading: Grading) {
    self.grading = grading
  }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let counts = facts.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
    let role: TextRole = grading.isFlawless ? .good : .bad
    let headline =
      TextLine(grading.exercise, .strong)
      + TextLine("  \(grading.judged.count.of("answer")): \(counts)", role)
    let misjudged = grading.refusedRight + grading.acceptedWrong + grading.misnamed
    return [headline]
      + misjudged.flatMap { piece in
        TextLine.paragraph(
          "\(piece.card.name): \(piece.judgement.verdict.rawValue) instead of "
            + "\(piece.card.verdict.rawValue) \(piece.card.misconception ?? "")",
          .bad, indent: 2, width: width)
      } + rounds(width: width) + mutants(width: width)
  }

  private var facts: [(count: Int, words: String)] {
    [
      (grading.refusedRight.count, "right refused"),
      (grading.acceptedWrong.count, "wrong accepted"),
      (grading.misnamed.count, "told the wrong reason"),
    ]
  }

  private func rounds(width: Int) -> [TextLine] {
    guard grading.rounds > 1 else { return [] }
    let unsteady = grading.unsteady.sorted()
    return TextLine.paragraph(
      "judged \(grading.rounds) times: "
        + (unsteady.isEmpty
          ? "always the same" : "not always the same: \(unsteady.joined(separator: ", "))"),
      unsteady.isEmpty ? .plain : .bad, indent: 2, width: width)
  }

  private func mutants(width: Int) -> [TextLine] {
    guard let mutation = grading.mutation else { return [] }
    let score = TextLine.paragraph(
      "\(mutation.killed) of \(mutation.total.of("slip")) noticed, "
        + "\(mutation.harmless.count) harmless, \(mutation.stillborn) did not compile",
      mutation.survivors.isEmpty ? .plain : .bad, indent: 2, width: width)
    let survivors = mutation.survivors.flatMap {
      TextLine.paragraph("not noticed: \($0)", .bad, indent: 4, width: width)
    }
    let harmless = mutation.harmless.flatMap {
      TextLine.paragraph("harmless: \($0.mutant): \($0.reason)", .faint, indent: 4, width: width)
    }
    return score + survivors + harmless
  }

  public var json: JSONValue {
    .report(
      "check --graders",
      [
        "exercise": .string(grading.exercise), "answers": .integer(grading.judged.count),
        "refusedRight": names(grading.refusedRight), "acceptedWrong": names(grading.acceptedWrong),
        "wrongReason": names(grading.misnamed),
        "rounds": .integer(grading.rounds),
        "unsteady": .array(grading.unsteady.sorted().map { .string($0) }),
        "mutantsNoticed": grading.mutation.map { .integer($0.killed) } ?? .null,
        "mutants": grading.mutation.map { .integer($0.total) } ?? .null,
        "survivors": .array((grading.mutation?.survivors ?? []).map { .string($0) }),
      ])
  }

  private func names(_ pieces: [Grading.Judged]) -> JSONValue {
    .array(pieces.map { .string($0.card.name) })
  }
}
