/// Threads that wait and can never go on; mostly because they wait for each other in a ring.
public struct WaitCycle: Sendable, Hashable, Codable {
  /// One thread: it holds something, and waits for what the next one holds.
  public struct Link: Sendable, Hashable, Codable {
    public var thread: String
    /// `queue import`, `lock cache`
    public var holds: [String]
    /// `its turn on queue main`
    public var waitsFor: String
    /// Whom it waits for, if that can be said.
    public var heldBy: String?
    /// Where it waits: `Chat.swift:12`.
    public var place: String?

    public init(
      thread: String, holds: [String] = [], waitsFor: String, heldBy: String?, place: String? = nil
    ) {
      self.thread = thread
      self.holds = holds
      self.waitsFor = waitsFor
      self.heldBy = heldBy
      self.place = place
    }
  }

  public var links: [Link]
  /// Whether the last waits for the first; if not, no thread is left that could wake them.
  public var isRing: Bool

  public init(links: [Link], isRing: Bool = true) {
    self.links = links
    self.isRing = isRing
  }
}

extension WaitCycle {
  /// The ring, drawn downwards with the way back at its left.
  ///
  ///     ┌─> main    waits for its turn on queue import  Chat.swift:12
  ///     │     │
  ///     │     v
  ///     │   worker  waits for its block on queue main  Chat.swift:20
  ///     └─────┘
  ///
  /// Beside a timeline each thread has the colour of its lane.
  public func picture(width: Int, beside timeline: Timeline? = nil) -> [TextLine] {
    let names = links.map(\.thread.cells).max() ?? 0
    var lines: [TextLine] = []
    for (index, link) in links.enumerated() {
      let isFirst = index == 0
      if !isFirst && isRing {
        lines.append(TextLine("│     │", .faint))
        lines.append(TextLine("│     v", .faint))
      }
      let margin = isRing ? (isFirst ? "┌─> " : "│   ") : ""
      let color = timeline?.color(of: link.thread) ?? index
      let thread = TextLine(link.thread, .lane(color)).padded(to: names)
      let name = TextLine(margin, .faint) + thread
      // The way back runs beside every further line.
      let below = TextLine(isRing ? "│     " : "", .faint).padded(to: name.width)
      let words = link.lines(width: width - name.width - 4)
      lines += words.enumerated().map { ($0 == 0 ? name : below) + TextLine("  ") + $1 }
    }
    if isRing && !links.isEmpty { lines.append(TextLine("└─────┘", .faint)) }
    return lines.map { $0.indented(by: 2) }
  }

  /// The drawing, and beneath it what each holds.
  func explained(width: Int, beside timeline: Timeline?) -> [TextLine] {
    picture(width: width, beside: timeline)
      + sentences.flatMap { TextLine.paragraph($0.text, width: width) }
  }

  /// The same in words, with what each holds meanwhile.
  public var sentences: [TextLine] {
    let end = isRing ? "They wait in a circle." : "No thread can wake them."
    return links.map { TextLine($0.sentence) } + [TextLine(end)]
  }
}

extension WaitCycle.Link {
  /// What it waits for and where, in as many lines as that takes.
  fileprivate func lines(width: Int) -> [TextLine] {
    let spot = TextLine(place ?? "", .faint)
    let line = TextLine("waits for ") + TextLine(waitsFor, .strong)
    let whole = place == nil ? line : line + TextLine("  ") + spot
    if whole.width <= width { return [whole] }
    let words = line.width <= width ? [line] : TextLine.paragraph(line.text, width: width)
    return words + (place == nil ? [] : [spot])
  }

  /// The link in words, with what the thread holds meanwhile.
  public var sentence: String {
    let holding = holds.isEmpty ? "" : " holds \(holds.joined(separator: " and ")) and"
    let holder = heldBy.map { ", which depends on \($0 == thread ? "itself" : $0)" } ?? ""
    let spot = place.map { " (at \($0))" } ?? ""
    return "\(thread)\(holding) waits for \(waitsFor)\(holder)\(spot)."
  }
}
