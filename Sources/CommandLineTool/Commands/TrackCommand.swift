internal import WorkbookKit

/// Begins or resumes a track, leaves it, or tells which there are.
struct TrackCommand: Command {
  var name: String?

  static let syntax = Syntax(
    name: "track", operands: [.optional(.track)],
    summary: "a way through chosen steps; without a name, which there are",
    details: "'next' follows it until its end, or until 'track off'. What you see and answer on "
      + "it counts for the whole book.",
    examples: ["track", "track hang", "track off"], make: { Self(name: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let (console, catalogue) = (session.console, session.catalogue)
    guard let name else { return list(in: session) }
    session.walk.leaveQuestions()
    if name == "off" {
      session.store.update { $0.track = nil }
      console.tell("You are on no track; 'next' follows the chapter.")
      return .done
    }
    guard let track = catalogue.track(name) else {
      throw UsageError.unknown(
        .track, name, suggestion: Nearest.name(to: name, among: catalogue.tracks.map(\.name)))
    }
    session.store.update { $0.track = track.name }
    console.tell("\(track.title): \(track.steps.count) steps, about \(track.minutes) minutes.")
    return try session.walk.resume(track)
  }

  private func list(in session: Session) -> ExitStatus {
    let (seen, current) = (session.store.progress.seen, session.store.progress.track)
    for track in session.catalogue.tracks {
      let count = track.steps.count(where: seen.contains)
      let mark = track.name == current ? "▶ " : "  "
      session.console.show(
        TextLine(mark) + TextLine(track.name, .code)
          + TextLine("  \(track.title)")
          + TextLine("  \(track.minutes) min, \(count) of \(track.steps.count) seen", .faint))
    }
    return .done
  }
}
