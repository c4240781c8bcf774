internal import WorkbookKit

/// One step back from where the reader stands.
struct BackCommand: Command {
  static let syntax = Syntax(
    name: "back", summary: "the step before", examples: ["back"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    session.walk.leaveQuestions()
    if let track = session.bookmark.track, let index = session.bookmark.position(on: track),
      index > 0
    {
      return try session.walk.show(index - 1, of: track)
    }
    guard let here = try session.bookmark.standing() else {
      return try session.walk.begin(session.catalogue.firstChapter)
    }
    if let index = here.index, index > 0 {
      return try session.walk.show(index - 1, of: here.path, in: here.chapter)
    }
    guard let previous = session.catalogue.chapter(before: here.chapter.id) else {
      session.console.tell("This is the beginning. Go on: next")
      return .done
    }
    let steps = try previous.steps()
    return try session.walk.show(steps.count - 1, of: steps, in: previous)
  }
}
