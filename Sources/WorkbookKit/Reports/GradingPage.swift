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
      } + mutants(width: width)
  }

  private var facts: [(count: Int, words: String)] {
    [
      (grading.refusedRight.count, "right refused"),
      (grading.acceptedWrong.count, "wrong accepted"),
      (grading.misnamed.count, "told the wrong reason"),
    ]
  }

  private func mutants(width: Int) -> [TextLine] {
    guard let mutation = grading.mutation else { return [] }
    let survivors =
      mutation.survivors.isEmpty ? "" : "; survivors: \(mutation.survivors.joined(separator: ", "))"
    return TextLine.paragraph(
      "\(mutation.killed) of \(mutation.total.of("mutant")) noticed\(survivors)", indent: 2,
      width: width)
  }

  public var json: JSONValue {
    .report(
      "check --graders",
      [
        "exercise": .string(grading.exercise), "answers": .integer(grading.judged.count),
        "refusedRight": names(grading.refusedRight), "acceptedWrong": names(grading.acceptedWrong),
        "wrongReason": names(grading.misnamed),
        "mutantsNoticed": grading.mutation.map { .integer($0.killed) } ?? .null,
        "mutants": grading.mutation.map { .integer($0.total) } ?? .null,
      ])
  }

  private func names(_ pieces: [Grading.Judged]) -> JSONValue {
    .array(pieces.map { .string($0.card.name) })
  }
}
