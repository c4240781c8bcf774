internal import WorkbookKit

/// One step back from where the reader stands.
struct BackCommand: Command {
  static let syntax = Syntax(
    name: "back", summary: "the step before", examples: ["back"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    session.open = nil
    session.entering = nil
    if let track = session.currentTrack, let index = session.position(on: track), index > 0 {
      return try session.show(index - 1, of: track)
    }
    guard let here = try session.standing() else { return try session.begin(session.firstChapter) }
    if let index = here.index, index > 0 {
      return try session.show(index - 1, of: here.path, in: here.chapter)
    }
    guard let previous = session.catalogue.chapter(before: here.chapter.id) else {
      session.console.tell("This is the beginning. Go on: next")
      return .done
    }
    let steps = try session.path(of: previous)
    return try session.show(steps.count - 1, of: steps, in: previous)
  }
}
