internal import StyledText
internal import WorkbookKit

/// Who waits for whom: a frame for each thread, an arrow from each to the one it waits for.
///
///     ┌────────┐   ┌────────┐
///     │ main   ├──>│ sync   │
///     └───▲────┘   └───┬────┘
///         └────────────┘
struct CycleDrawing {
  let cycle: WaitCycle
  /// Its threads have the colours of their lanes.
  let timeline: Timeline
  let width: Double
  let top: Double
  private let gap = 46.0
  private let frameWidth: Double
  private let words: [[String]]

  init(_ cycle: WaitCycle, beside timeline: Timeline, width: Double, top: Double) {
    self.cycle = cycle
    self.timeline = timeline
    self.width = width
    self.top = top
    let count = Double(max(1, cycle.links.count))
    let room = (width - 32 - (count - 1) * 46) / count
    frameWidth = room
    words = cycle.links.map { link in
      let holds = link.holds.isEmpty ? [] : ["holds " + link.holds.joined(separator: " and ")]
      let lines = holds + ["waits for \(link.waitsFor)"] + (link.place.map { ["at \($0)"] } ?? [])
      return lines.flatMap { $0.wrapped(to: Scalable.letters(in: room - 24)) }
    }
  }

  private var frameHeight: Double {
    Double((words.map(\.count).max() ?? 0) + 1) * Scalable.lineHeight + 18
  }

  var bottom: Double { top + frameHeight + (cycle.isRing ? 40 : 12) }

  var body: [Markup] { cycle.links.indices.map(frame) + arrows }

  private func x(_ index: Int) -> Double { 16 + Double(index) * (frameWidth + gap) }

  private func frame(_ index: Int) -> Markup {
    let x = x(index)
    let box: Markup = """
      <rect class="frame" x="\(Scalable.number(x))" y="\(Scalable.number(top))" rx="6" \
      width="\(Scalable.number(frameWidth))" height="\(Scalable.number(frameHeight))"/>
      """
    let name = TextLine(cycle.links[index].thread)
      .truncated(to: Scalable.letters(in: frameWidth - 24)).text
    let lane = timeline.lanes.firstIndex(of: cycle.links[index].thread) ?? index
    return box
      + Scalable.text([name], x: x + 12, y: top + 20, class: "strong lane-\(lane % 4)")
      + Scalable.text(
        words[index], x: x + 12, y: top + 20 + Scalable.lineHeight, class: "deed")
  }

  private var arrows: [Markup] {
    guard cycle.isRing, !cycle.links.isEmpty else { return [] }
    let forward = cycle.links.indices.dropLast().flatMap { index -> [Markup] in
      let (from, y) = (x(index) + frameWidth, top + frameHeight / 2)
      return [
        Scalable.line(from + 2, y, to: from + gap - 9, y, class: "arrow"),
        head(from + gap - 2, y, "l-9-5v10z"),
      ]
    }
    let (first, last) = (x(0) + frameWidth / 3, x(cycle.links.count - 1) + frameWidth * 2 / 3)
    let (y, low) = (top + frameHeight, top + frameHeight + 26)
    let back = """
      M\(Scalable.number(last)) \(Scalable.number(y + 2))V\(Scalable.number(low))\
      H\(Scalable.number(first))V\(Scalable.number(y + 10))
      """
    return forward + [Scalable.path(back, class: "arrow"), head(first, y + 2, "l-5 9h10z")]
  }

  private func head(_ x: Double, _ y: Double, _ rest: String) -> Markup {
    Scalable.path("M\(Scalable.number(x)) \(Scalable.number(y))\(rest)", class: "head")
  }
}
