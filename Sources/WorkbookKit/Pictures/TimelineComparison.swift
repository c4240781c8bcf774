/// Two runs step by step beside each other, so that one sees where they part.
public struct TimelineComparison: Sendable, Hashable {
  /// A run with the word it is called by and what it is: `bug`, `the simplest order that goes
  /// wrong`.
  public struct Side: Sendable, Hashable {
    public var name: String
    public var title: String
    public var timeline: Timeline

    public init(_ name: String, _ title: String, _ timeline: Timeline) {
      self.name = name
      self.title = title
      self.timeline = timeline
    }
  }

  public let one: Side
  public let other: Side
  /// How many steps they have in common before the first that differs.
  public let common: Int

  public init(_ one: Side, _ other: Side) {
    self.one = one
    self.other = other
    common = zip(one.timeline.deeds, other.timeline.deeds).prefix { $0 == $1 }.count
  }

  /// The position of the first step that is not the same; nil when there is none.
  public var firstDifference: Int? { common < length ? common : nil }

  private var length: Int { max(one.timeline.steps.count, other.timeline.steps.count) }
}

extension Timeline {
  /// What was done and by whom: what two runs are compared by.
  fileprivate var deeds: [String] { steps.map(deed) }

  /// `worker: [import] saves (1 inserted)`
  fileprivate func deed(_ step: Step) -> String { "\(lanes[step.lane]): \(step.sentence)" }
}

// MARK: The picture, for eyes

extension TimelineComparison {
  /// Narrower columns than this cannot be read; then one stands below the other.
  private static let narrowestColumn = 32

  public func picture(width: Int) -> [TextLine] {
    let column = (width - 3) / 2
    return column < Self.narrowestColumn ? stacked(width: width) : columns(column)
  }

  private func columns(_ column: Int) -> [TextLine] {
    let line = String(repeating: "─", count: column)
    let rule = TextLine("\(line)─┼─\(line)", .faint)
    let steps = (0..<length).flatMap { index in
      Self.beside(
        cell(one, index, column), cell(other, index, column), column, isMarked: index == common)
    }
    return Self.beside(heading(one, column), heading(other, column), column, isMarked: false)
      + [rule] + steps
  }

  private static func beside(
    _ left: [TextLine], _ right: [TextLine], _ column: Int, isMarked: Bool
  ) -> [TextLine] {
    (0..<max(left.count, right.count)).map { line in
      let middle = isMarked && line == 0 ? TextLine(" ◆ ", .warning) : TextLine(" │ ", .faint)
      let start = line < left.count ? left[line] : .blank
      return (start.padded(to: column) + middle + (line < right.count ? right[line] : .blank))
        .trimmed
    }
  }

  private func stacked(width: Int) -> [TextLine] {
    func list(_ side: Side) -> [TextLine] {
      heading(side, width)
        + (0..<length).flatMap { index in
          let mark = TextLine(index == common ? "◆ " : "  ", .warning)
          return cell(side, index, width - 2).enumerated().map {
            ($0 == 0 ? mark : TextLine("  ")) + $1
          }
        }
    }
    return list(one) + [.blank] + list(other)
  }

  private func heading(_ side: Side, _ width: Int) -> [TextLine] {
    TextLine.paragraph("\(side.name): \(side.title)", .strong, width: width)
  }

  /// A number and words, the further lines under the first word.
  private func cell(_ side: Side, _ index: Int, _ width: Int) -> [TextLine] {
    let run = side.timeline
    guard run.steps.indices.contains(index) else { return [] }
    let step = run.steps[index]
    let number = String(step.number)
    let start = String(repeating: " ", count: max(0, 3 - number.count)) + number + " "
    let role: TextRole = index < common ? .lane(run.colors[step.lane]) : .strong
    return run.deed(step).wrapped(to: width - 4).enumerated().map { line, words in
      TextLine(line == 0 ? start : "    ", .faint) + TextLine(words, role)
    }
  }
}

// MARK: The sentences, for ears

extension TimelineComparison {
  /// Where the two part, and then each of them step by step.
  public var sentences: [TextLine] {
    [TextLine(parting)]
      + [one, other].flatMap {
        [TextLine("\($0.name): \($0.title).")] + $0.timeline.sentences
      }
  }

  /// `They part at step 3. bug, main: waits for queue sync. fix, main: enqueues a block.`
  public var parting: String {
    guard firstDifference != nil else { return "Both do the same." }
    let words = [one, other].map { side in
      let steps = side.timeline.steps
      guard steps.indices.contains(common) else { return "\(side.name) is over." }
      return "\(side.name), \(side.timeline.deed(steps[common]))."
    }
    return "They part at step \(common + 1). \(words.joined(separator: " "))"
  }
}
