public import Interleaving
internal import StyledText
public import WorkbookKit

/// One order of a program as a picture: lanes, waits, the circle, what objects came to, the end.
public struct RunDrawing {
  private let shown: ShownRun
  /// The number of the step after which objects are shown; nil: the last.
  private let step: Int?

  public init(_ experiment: Experiment, _ run: RunReport, objectsAfter step: Int? = nil) {
    shown = ShownRun(experiment, run)
    self.step = step
  }

  /// How many steps the picture has.
  public var steps: Int { shown.timeline.steps.count }

  /// A file of its own.
  public var svg: String {
    let lanes = LaneDrawing(shown, top: 66)
    var parts = heading + lanes.body
    var y = lanes.bottom
    if let cycle = shown.cycle {
      let drawing = CycleDrawing(cycle, beside: shown.timeline, width: lanes.width, top: y + 26)
      parts += drawing.body
      y = drawing.bottom
    }
    if let table = objects {
      let drawing = ObjectDrawing(table, width: lanes.width, top: y + 16)
      parts += drawing.body
      y = drawing.bottom
    }
    let letters = Scalable.letters(in: lanes.width - 32)
    let end = "\(shown.outcome.name): \(shown.outcome.sentence)".wrapped(to: letters)
    let role = shown.outcome.kind == .forbidden ? "bad" : "good"
    parts.append(Scalable.text(end, x: 16, y: y + 28, class: role))
    y += 28 + Double(end.count) * Scalable.lineHeight
    parts.append(Scalable.text(["\(shown.run.code)"], x: 16, y: y + 6, class: "faint"))
    return Scalable.file(
      width: lanes.width, height: y + 18, title: title, words: words, parts
    ).source
  }

  private var title: String {
    "\(shown.experiment.scenario.title): \(shown.experiment.variant.title)"
  }

  private var heading: [Markup] {
    [
      Scalable.text([shown.experiment.scenario.title], x: 16, y: 26, class: "title"),
      Scalable.text(
        ["\(shown.experiment.name): \(shown.experiment.variant.title)"], x: 16, y: 47,
        class: "faint"),
    ]
  }

  private var objects: KnownObjects? {
    let steps = shown.timeline.steps
    guard let step = step.map({ steps[$0 - 1] }) ?? steps.last else { return nil }
    let table = shown.objects(after: step)
    return table.isEmpty ? nil : table
  }

  /// The picture in sentences.
  private var words: [String] {
    shown.timeline.sentences.map(\.text) + (shown.cycle?.sentences.map(\.text) ?? [])
      + ["\(shown.outcome.name): \(shown.outcome.sentence)"]
  }
}
