/// A verdict with its reason, the simplest failing order and what could be gentler.
public struct JudgementPage: Page {
  public let judgement: Judgement
  /// The lines of the reader's that the order went through.
  private let answer: AnswerLines?

  /// `answer` is the folder of the file that was judged, if its lines are to be shown.
  public init(_ judgement: Judgement, answer: ExerciseFolder? = nil) {
    self.judgement = judgement
    // If the file has been saved since, its lines are no longer those that were judged.
    let isJudged = answer?.answerHash == judgement.contentHash
    self.answer = isJudged ? judgement.timeline.flatMap { answer?.lines(in: $0) } : nil
  }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let role: TextRole = judgement.verdict == .pass ? .good : .bad
    var lines = [
      TextLine(judgement.verdict.rawValue, role) + TextLine("  \(judgement.exercise)", .strong)
    ]
    if let cause = judgement.cause {
      lines += TextLine.paragraph(cause.rationale, width: width)
      lines += (cause.detail ?? "").split(separator: "\n").map { TextLine("  \($0)", .code) }
    }
    lines += printed
    lines += order(width: width, isAccessible: isAccessible)
    lines += evidence(width: width)
    lines += (judgement.caveat.map { TextLine.paragraph($0, .warning, width: width) } ?? [])
    for star in judgement.stars {
      let mark = star.isEarned ? "Second star: " : "No second star: "
      lines += TextLine.paragraph(
        mark + star.sentence, star.isEarned ? .good : .warning, width: width)
    }
    if let help = judgement.cause?.help {
      lines += TextLine.paragraph("Why: \(help)", .emphasis, width: width)
    }
    return lines
  }

  private var printed: [TextLine] {
    judgement.printed?.lines(
      of: judgement.verdict == .pass ? "one of the orders" : "this order") ?? []
  }

  private func order(width: Int, isAccessible: Bool) -> [TextLine] {
    var lines: [TextLine] = []
    if let timeline = judgement.timeline, !timeline.steps.isEmpty {
      let turningPoint = timeline.turningPoint.map { TextLine.paragraph($0, width: width) } ?? []
      lines +=
        isAccessible
        ? timeline.sentences + turningPoint
        : [.blank]
          + timeline.picture(width: width, remarks: turningPoint) {
            answer?.picture(width: $0) ?? []
          }
    }
    if let cycle = judgement.cycle {
      lines +=
        isAccessible
        ? cycle.sentences
        : [.blank] + cycle.explained(width: width, beside: judgement.timeline)
    }
    if let code = judgement.schedule {
      lines.append(TextLine("Code: ", .faint) + TextLine(code, .code))
    }
    return lines.isEmpty || isAccessible ? lines : lines + [.blank]
  }

  private func evidence(width: Int) -> [TextLine] {
    guard let evidence = judgement.evidence else { return [] }
    let orders = evidence.schedules.of("order")
    let tried =
      evidence.isExhaustive
      ? "\(orders), all of them were tried" : "Tried \(orders), and there are more"
    // A race is wrong by itself, even where each order came to what it should.
    let isHiddenRace = judgement.cause?.code == Flaw.race.cause && evidence.failing == 0
    let found =
      isHiddenRace
      ? "none of them shows the race, and a race need not show"
      : "\(evidence.failing.of("goes", "go")) wrong"
    return TextLine.paragraph("\(tried); \(found).", .faint, width: width)
  }

  public var json: JSONValue {
    let facts = (try? JSONValue(encoding: judgement)) ?? [:]
    return .report("check", facts)
  }
}
