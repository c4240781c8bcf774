/// Threads that wait for each other in a ring, so that none can ever go on.
public struct WaitCycle: Sendable, Hashable {
  /// One thread of the ring: it holds something, and waits for what the next one holds.
  public struct Link: Sendable, Hashable {
    public var thread: String
    /// `queue 'parent'`, `lock 'cache'`
    public var waitsFor: String
    /// Who has it: the thread of the next link.
    public var heldBy: String
    /// Where it waits: `Chat.swift:12`.
    public var place: String?

    public init(thread: String, waitsFor: String, heldBy: String, place: String? = nil) {
      self.thread = thread
      self.waitsFor = waitsFor
      self.heldBy = heldBy
      self.place = place
    }
  }

  public var links: [Link]

  public init(links: [Link]) {
    self.links = links
  }
}

extension WaitCycle {
  /// The ring, drawn downwards with the way back at its left.
  ///
  ///     ┌─> main    waits for queue 'parent'  Chat.swift:12
  ///     │     │
  ///     │     v
  ///     │   worker  waits for queue 'main'  Chat.swift:20
  ///     └─────┘
  public func picture() -> [TextLine] {
    let width = links.map(\.thread.count).max() ?? 0
    var lines: [TextLine] = []
    for (index, link) in links.enumerated() {
      let isFirst = index == 0
      if !isFirst {
        lines.append(TextLine("│     │", .faint))
        lines.append(TextLine("│     v", .faint))
      }
      lines.append(
        TextLine(isFirst ? "┌─> " : "│   ", .faint)
          + TextLine(link.thread, .lane(index)).padded(to: width)
          + TextLine("  waits for ") + TextLine(link.waitsFor, .strong)
          + TextLine(link.place.map { "  \($0)" } ?? "", .faint))
    }
    if !links.isEmpty { lines.append(TextLine("└─────┘", .faint)) }
    return lines.map { $0.indented(by: 2) }
  }

  /// The same in words.
  public var sentences: [TextLine] {
    links.map { link in
      let place = link.place.map { " (at \($0))" } ?? ""
      let holder = link.heldBy == link.thread ? "itself" : link.heldBy
      return TextLine("\(link.thread) waits for \(link.waitsFor), held by \(holder)\(place).")
    }
  }
}
