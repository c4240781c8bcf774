/// One order of a reader's answer, told again.
public struct ReplayPage: Page {
  public let order: ReplayedOrder
  /// The lines of the reader's that the order went through.
  private let answer: AnswerLines?

  /// `answer` is the folder of the file that was replayed, if its lines are to be shown.
  public init(_ order: ReplayedOrder, answer: ExerciseFolder? = nil) {
    self.order = order
    self.answer = answer?.lines(in: order.timeline)
  }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    var lines = [
      TextLine(order.exercise, .strong) + TextLine("  one order of trial '\(order.trial)'", .faint)
    ]
    lines +=
      isAccessible
      ? order.timeline.sentences
      : [.blank] + order.timeline.picture(width: width) { answer?.picture(width: $0) ?? [] }
        + [.blank]
    if let cycle = order.cycle {
      lines +=
        isAccessible ? cycle.sentences : cycle.picture(width: width) + cycle.sentences + [.blank]
    }
    lines += TextLine.paragraph(order.sentence, order.isWrong ? .bad : .good, width: width)
    if !order.isWrong {
      lines += TextLine.paragraph(
        "This order is right. Whether all are is what 'check' tells.", .faint, width: width)
    }
    return lines + [TextLine("Code: ", .faint) + TextLine(order.code, .code)]
  }

  public var json: JSONValue {
    .report("replay", (try? JSONValue(encoding: order)) ?? [:])
  }
}
