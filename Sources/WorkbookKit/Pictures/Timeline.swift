/// What happened in one run, step by step, each in the lane of the thread that did it.
public struct Timeline: Sendable, Hashable, Codable {
  /// One thing that a thread did.
  public struct Step: Sendable, Hashable, Codable {
    /// Counted from 1.
    public var number: Int
    /// The position of its thread among the lanes.
    public var lane: Int
    /// The queue it was inside of, when that is not the thread's own.
    public var queue: String?
    public var text: String
    /// `Chat.swift:12`
    public var place: String?
    /// Whether the outcome hangs on this step having come here and not elsewhere.
    public var isDecisive: Bool
    /// What it was, for programs: `save`; and what is known of it, by name. Nil where the step only
    /// says that others repeat.
    public var kind: String?
    public var facts: StepFacts?
    /// The position in the run's log of the event that it tells.
    public var event: Int?

    public init(
      number: Int, lane: Int, queue: String? = nil, text: String, place: String? = nil,
      isDecisive: Bool = false, kind: String? = nil, facts: StepFacts? = nil, event: Int? = nil
    ) {
      self.number = number
      self.lane = lane
      self.queue = queue
      self.text = text
      self.place = place
      self.isDecisive = isDecisive
      self.kind = kind
      self.facts = facts
      self.event = event
    }

    /// The sentence with the queue it happened on.
    public var sentence: String { queue.map { "[\($0)] \(text)" } ?? text }
  }

  /// The names of the threads, in the order they first appear.
  public var lanes: [String]
  /// The colour of each lane: its thread has the same wherever it is named.
  public var colors: [Int]
  public var steps: [Step]
  /// The number of the step from which on every order goes wrong; nil where that is not known, or
  /// where every order goes wrong from the start.
  public var pointOfNoReturn: Int?

  public init(
    lanes: [String], steps: [Step], pointOfNoReturn: Int? = nil, threads: [String] = []
  ) {
    self.lanes = lanes
    colors = lanes.indices.map { threads.firstIndex(of: lanes[$0]) ?? $0 }
    self.steps = steps
    self.pointOfNoReturn = pointOfNoReturn
  }

  /// Nil for a thread without a lane.
  public func color(of thread: String) -> Int? { lanes.firstIndex(of: thread).map { colors[$0] } }

  public static let noReturn = "from here on every order goes wrong"

  /// `Up to step 3 it could still end well; from step 4 on every order goes wrong.`
  public var turningPoint: String? {
    pointOfNoReturn.map { step in
      step == 1
        ? "From step 1 on every order goes wrong."
        : "Up to step \(step - 1) it could still end well; from step \(step) on every order goes "
          + "wrong."
    }
  }
}

// MARK: The picture, for eyes

extension Timeline {
  /// Narrower lanes than this cannot be read; then the steps are listed instead.
  private static let narrowestLane = 14
  private static let marginWidth = 6

  /// The lanes side by side, or the list of steps where they do not fit.
  public func picture(width: Int) -> [TextLine] {
    guard let laneWidth = laneWidth(in: width) else { return list(width: width) }
    let header = row(
      margin: "",
      cells: lanes.indices.map { lane in
        lanes[lane].wrapped(to: laneWidth).map { TextLine($0, .lane(colors[lane])) }
      }, laneWidth)
    let rule = TextLine(
      String(repeating: " ", count: Self.marginWidth)
        + lanes.map { _ in String(repeating: "─", count: laneWidth) }.joined(separator: "┼─"),
      .faint)
    return header + [rule] + steps.flatMap { rows(for: $0, laneWidth) + turn(after: $0, width) }
  }

  /// A line across all lanes behind the step from which there is no way back.
  private func turn(after step: Step, _ width: Int) -> [TextLine] {
    guard step.number == pointOfNoReturn else { return [] }
    let words = "── \(Self.noReturn)".wrapped(to: max(10, width - Self.marginWidth))
    return words.map { TextLine($0, .warning).indented(by: Self.marginWidth) }
  }

  /// As wide as the longest sentence asks for, and no wider than fits.
  private func laneWidth(in width: Int) -> Int? {
    guard !lanes.isEmpty else { return nil }
    let available = (width - Self.marginWidth) / lanes.count - 2
    let wanted = (steps.map(\.sentence.cells) + lanes.map(\.cells)).max() ?? 0
    return available < Self.narrowestLane && lanes.count > 1 ? nil : min(available, wanted + 1)
  }

  private func rows(for step: Step, _ laneWidth: Int) -> [TextLine] {
    let role = step.isDecisive ? TextRole.strong : .lane(colors[step.lane])
    let words = step.sentence.wrapped(to: laneWidth).map { TextLine($0, role) }
    let cells = lanes.indices.map { $0 == step.lane ? words : [] }
    return row(margin: Self.margin(step), cells: cells, laneWidth)
  }

  private static func margin(_ step: Step) -> String {
    let number = String(step.number)
    let mark = step.isDecisive ? "◆" : " "
    return String(repeating: " ", count: max(0, 3 - number.count)) + "\(number) \(mark)"
  }

  /// One step may need several lines; the bars between the lanes run through them all.
  private func row(margin: String, cells: [[TextLine]], _ laneWidth: Int) -> [TextLine] {
    let height = max(1, cells.map(\.count).max() ?? 1)
    return (0..<height).map { line in
      let words = cells.map { $0.indices.contains(line) ? $0[line] : .blank }
      let lanes = words.enumerated().map { index, cell in
        (index == 0 ? .blank : TextLine("│ ", .faint)) + cell.padded(to: laneWidth)
      }
      let start = TextLine(line == 0 ? margin : "", .faint).padded(to: Self.marginWidth)
      return lanes.reduce(start, +).trimmed
    }
  }

  private func list(width: Int) -> [TextLine] {
    steps.flatMap { step in
      let words = "\(lanes[step.lane]): \(step.sentence)"
        .wrapped(to: max(10, width - Self.marginWidth))
      return words.enumerated().map { index, line in
        TextLine(index == 0 ? Self.margin(step) : "", .faint).padded(to: Self.marginWidth)
          + TextLine(line, .lane(colors[step.lane]))
      } + turn(after: step, width)
    }
  }
}

// MARK: The sentences, for ears

extension Timeline {
  /// Everything the picture says, one labelled fact a line.
  public var sentences: [TextLine] {
    let names = TextLine("Threads: \(lanes.joined(separator: ", ")).")
    return [names]
      + steps.map { step in
        let queue = step.queue.map { ", on queue \($0)" } ?? ""
        let place = step.place.map { " At \($0)." } ?? ""
        let turn = step.number == pointOfNoReturn ? " From here on every order goes wrong." : ""
        let mark = (step.isDecisive ? " Decisive." : "") + turn
        return TextLine(
          "Step \(step.number), \(lanes[step.lane])\(queue): \(step.text).\(place)\(mark)")
      }
  }
}
