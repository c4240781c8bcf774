internal import StyledText
internal import WorkbookKit

/// The lanes of a run: who did what and in which order, who stood still meanwhile, and from where
/// on there was no way back.
struct LaneDrawing {
  let shown: ShownRun
  let width: Double
  let top: Double
  private let margin = 44.0
  private let laneWidth: Double
  /// The top of each step, and the end of the last.
  private let tops: [Double]
  private let words: [[String]]

  private var timeline: Timeline { shown.timeline }
  private static let header = 30.0

  /// As wide as so many lanes need.
  static func width(ofLanes lanes: Int) -> Double {
    [0, 620, 760, 900, 1080][min(lanes, 4)] + Double(max(0, lanes - 4)) * 240
  }

  init(_ shown: ShownRun, top: Double) {
    self.shown = shown
    self.top = top
    width = Self.width(ofLanes: shown.timeline.lanes.count)
    laneWidth = (width - margin - 16) / Double(max(1, shown.timeline.lanes.count))
    let letters = Scalable.letters(in: laneWidth - 28)
    words = shown.timeline.steps.map { $0.sentence.wrapped(to: letters) }
    var y = top + Self.header
    var tops = [y]
    for (step, lines) in zip(shown.timeline.steps, words) {
      y += Double(lines.count) * Scalable.lineHeight + 10
      if step.number == shown.timeline.pointOfNoReturn { y += 24 }
      tops.append(y)
    }
    self.tops = tops
  }

  var bottom: Double { (tops.last ?? top) + 14 }

  var body: [Markup] {
    rails + timeline.lanes.indices.flatMap(waits) + timeline.steps.map(step) + turn
  }

  private func x(_ lane: Int) -> Double { margin + Double(lane) * laneWidth + 8 }

  private var rails: [Markup] {
    timeline.lanes.enumerated().flatMap { lane, name -> [Markup] in
      let fitting = TextLine(name).truncated(to: Scalable.letters(in: laneWidth - 12)).text
      return [
        Scalable.text([fitting], x: x(lane) - 5, y: top + 14, class: "strong lane-\(lane % 4)"),
        Scalable.line(x(lane), top + 24, to: x(lane), bottom, class: "rail"),
      ]
    }
  }

  private func waits(in lane: Int) -> [Markup] {
    shown.waits[lane].flatMap { wait -> [Markup] in
      let start = tops[wait.from - 1] + 10
      guard let end = wait.to else {
        let (x, y) = (x(lane), bottom - 4)
        return [
          Scalable.line(x, start, to: x, y, class: "waiting"),
          Scalable.path("M\(Self.cross(x, y))", class: "never"),
        ]
      }
      return [Scalable.line(x(lane), start, to: x(lane), tops[end - 1] + 6, class: "waiting")]
    }
  }

  private static func cross(_ x: Double, _ y: Double) -> String {
    let corner = { (dx: Double, dy: Double) in
      "\(Scalable.number(x + dx)) \(Scalable.number(y + dy))"
    }
    return "\(corner(-6, -6))L\(corner(6, 6))M\(corner(-6, 6))L\(corner(6, -6))"
  }

  private func step(_ step: Timeline.Step) -> Markup {
    let (x, y) = (x(step.lane), tops[step.number - 1] + 14)
    let mark: Markup =
      step.isDecisive
      ? Scalable.path(
        "M\(Scalable.number(x)) \(Scalable.number(y - 11))l7 7-7 7-7-7z", class: "diamond")
      : """
      <circle class="dot" cx="\(Scalable.number(x))" cy="\(Scalable.number(y - 4))" r="4"/>
      """
    return [
      Scalable.text(["\(step.number)"], x: margin - 16, y: y, class: "faint", anchor: "end"), mark,
      Scalable.text(
        words[step.number - 1], x: x + 14, y: y, class: step.isDecisive ? "decisive" : "deed"),
    ].reduce(into: Markup()) { $0 += $1 }
  }

  private var turn: [Markup] {
    guard let number = timeline.pointOfNoReturn else { return [] }
    let y = tops[number] - 12
    return [
      Scalable.line(margin - 8, y - 8, to: width - 8, y - 8, class: "turn"),
      Scalable.text([Timeline.noReturn], x: width - 8, y: y + 6, class: "bad", anchor: "end"),
    ]
  }
}
