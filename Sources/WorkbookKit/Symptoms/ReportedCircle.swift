public import CoreData
internal import Foundation

/// The circle of waits that a hang report shows, or makes likely.
public struct ReportedCircle: Sendable {
  /// One thread, and whether the report itself says that the next one holds what it waits for.
  struct Link: Sendable, Hashable {
    let thread: ReportedThread
    let isNamed: Bool
  }

  let links: [Link]
  public let shape: DeadlockShape

  /// Nil where fewer than two threads wait.
  init?(in data: Data) { self.init(ReportedThread.all(in: SearchedText(data))) }

  init?(_ threads: [ReportedThread]) {
    let waiting = threads.filter { $0.wait != nil }
    guard let ring = Self.namedRing(waiting) ?? Self.likelyRing(waiting) else { return nil }
    links = ring
    shape = Self.shape(of: ring.map(\.thread))
  }

  /// The scenario of that shape.
  public var scenario: String {
    switch shape {
    case .parentWaitsForChild: "deadlocks/parent-waits"
    case .mainWaitsForItsChild: "deadlocks/busy-child"
    case .mainWaitsForWorkThatNeedsMain: "deadlocks/ping-pong"
    case .contextsWaitForEachOther: "deadlocks/crossed"
    case .lockAroundContext: "deadlocks/lock-in-the-middle"
    case .executorsWaitForEachOther: "swift-concurrency/waiting-executor"
    case .coordinatorBlockWaitsForContext: "deadlocks/stalled-coordinator"
    }
  }

  // MARK: Finding it

  /// A ring whose every link the report names.
  private static func namedRing(_ threads: [ReportedThread]) -> [Link]? {
    for start in threads {
      var path = [start]
      while let next = threads.first(where: { $0.id == path[path.count - 1].blockedBy }) {
        if let begin = path.firstIndex(where: { $0.id == next.id }) {
          let ring = path[begin...]
          return ring.count > 1 ? ring.map { Link(thread: $0, isNamed: true) } : nil
        }
        path.append(next)
      }
    }
    return nil
  }

  /// Main and who else waits: each is taken to wait for the next.
  private static func likelyRing(_ threads: [ReportedThread]) -> [Link]? {
    let ordered = threads.filter(\.isMain) + threads.filter { !$0.isMain }
    let ring = Array(ordered.prefix(2))
    guard ring.count == 2 else { return nil }
    return ring.indices.map { index in
      let next = ring[(index + 1) % ring.count]
      return Link(thread: ring[index], isNamed: ring[index].blockedBy == next.id)
    }
  }

  private static func shape(of threads: [ReportedThread]) -> DeadlockShape {
    if threads.contains(where: \.isExecutor) { return .executorsWaitForEachOther }
    if threads.contains(where: { $0.waits.contains(.coordinator) }) {
      return .coordinatorBlockWaitsForContext
    }
    if threads.contains(where: { $0.wait == .lock }),
      threads.contains(where: { $0.waits.contains(.context) })
    {
      return .lockAroundContext
    }
    guard threads.contains(where: \.isMain) else { return .contextsWaitForEachOther }
    let others = threads.filter { !$0.isMain }
    return others.contains(where: \.isSaving)
      ? .mainWaitsForItsChild : .mainWaitsForWorkThatNeedsMain
  }
}

extension ReportedCircle {
  /// The ring downwards, its way back at the left: solid where the report names the owner, dashed
  /// where it is inferred.
  ///
  ///     ┌─> main  waits for its block on a queue
  ///     ┆   │     which sync holds, says the report
  ///     ┆   v
  ///     ┆   sync  waits for its turn or its block on a context
  ///     └╌╌╌┘     which main is taken to hold
  func picture(width: Int) -> [TextLine] {
    let column = links.map(\.thread.name.cells).max() ?? 0
    let back = links[links.count - 1].isNamed
    let way = back ? "│" : "┆"
    var lines: [TextLine] = []
    for (index, link) in links.enumerated() {
      let isLast = index == links.count - 1
      let head =
        TextLine(index == 0 ? "┌─> " : "\(way)   ", .faint)
        + TextLine(link.thread.name, .lane(index)).padded(to: column)
      let foot =
        isLast
        ? TextLine(back ? "└───┘" : "└╌╌╌┘", .faint)
        : TextLine("\(way)   \(link.isNamed ? "│" : "┆")", .faint)
      lines += beside(head, "waits for \(link.thread.wait?.words ?? "")", width)
      lines += beside(foot.padded(to: column + 4), held(link, index), width)
      if !isLast { lines.append(TextLine("\(way)   v", .faint)) }
    }
    return lines.map { $0.indented(by: 2) }
  }

  private func beside(_ left: TextLine, _ words: String, _ width: Int) -> [TextLine] {
    let room = max(20, width - left.width - 4)
    return words.wrapped(to: room).enumerated().map { index, part in
      (index == 0 ? left : TextLine.blank.padded(to: left.width)) + TextLine("  " + part)
    }
  }

  private func held(_ link: Link, _ index: Int) -> String {
    let next = links[(index + 1) % links.count].thread.name
    return link.isNamed ? "which \(next) holds, says the report" : "which \(next) may hold"
  }

  /// The same for ears.
  var sentences: [String] {
    links.enumerated().map { index, link in
      "\(link.thread.name) waits for \(link.thread.wait?.words ?? ""), \(held(link, index))."
    }
  }
}
