internal import Interleaving
internal import Testing

/// What a failed check says, in at most 40 lines.
struct CheckFailure: CustomStringConvertible {
  private static let storyLimit = 24
  private static let lineLimit = 40

  let claim: String
  /// The order that fails; nil if none does, and not all were run.
  let run: RunReport?
  /// Whether nothing is claimed of it that is not proven.
  private let isSimplest: Bool
  /// How many more were chosen in several ways, and did not fail.
  private var searched = 0

  init(claim: String, run: RunReport) {
    self.claim = claim
    self.run = run
    isSimplest = true
  }

  /// Nil if nothing failed.
  init?(claim: String, run: RunReport?, isComplete: Bool, searched: Int, isSimplest: Bool) {
    if run == nil, isComplete { return nil }
    self.searched = searched
    self.claim = claim
    self.run = run
    self.isSimplest = isSimplest
  }

  var description: String {
    let more = searched > 0 ? "; \(searched) more, chosen in several ways, pass as well" : ""
    let lines = [claim] + (run.map(lines) ?? ["not every order was run\(more)"])
    return lines.flatMap { $0.split(separator: "\n") }.prefix(Self.lineLimit)
      .joined(separator: "\n")
  }

  private func lines(of run: RunReport) -> [String] {
    let reasons = run.deadlock.map { [$0.description] } ?? run.failures.map(\.description)
    let doubt = isSimplest ? "" : " (there may be a simpler one: not all were looked at)"
    return ["this order ends with: \(run.ending.kind)\(doubt)"] + reasons.prefix(3)
      + Self.story(of: run)
      + ["to repeat it: try check(replaying: \"\(run.code)\") { ... }"]
  }

  /// The end of it, where that is too long.
  private static func story(of run: RunReport) -> [String] {
    let story = run.story
    let left = story.count - storyLimit
    return (left > 0 ? ["  (\(left) lines before)"] : [])
      + story.suffix(storyLimit).map(\.description)
  }

  /// The line that decided it: where it failed, or where the order took its last turn.
  func location(orElse other: SourceLocation) -> SourceLocation {
    guard let place = run.flatMap(Self.decisivePlace) else { return other }
    // A place knows no path; in the file of the check it is that of the check.
    let path = place.fileID == other.fileID ? other.filePath : place.fileID
    return SourceLocation(
      fileID: place.fileID, filePath: path, line: Int(place.line), column: 1)
  }

  private static func decisivePlace(_ run: RunReport) -> SourcePlace? {
    for failure in run.failures {
      switch failure {
      case .declared(_, let place), .misuse(_, let place), .uncontrolledThread(_, let place),
        .uncontrolledWork(_, let place), .tooManyThreads(_, let place),
        .stranger(_, madeAt: _, usedAt: let place):
        return place
      case .threw(_, thread: _, let place): if let place { return place }
      case .race(let race): return race.second.place
      case .uncontrolledTask, .neverEnding, .stuck: continue
      }
    }
    if let member = run.deadlock?.members.last { return member.place }
    let story = run.story
    return (story.last { $0.turn != nil && $0.place != nil } ?? story.last { $0.place != nil })?
      .place
  }
}
