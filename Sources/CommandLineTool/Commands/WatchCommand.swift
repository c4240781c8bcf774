internal import Foundation
internal import WorkbookKit

/// Checks an answer, and again whenever it is saved, until a key or Ctrl-C ends it.
struct WatchCommand: Command {
  var exercise: String?

  static let syntax = Syntax(
    name: "watch", operands: [.optional(.exercise)], flags: [.json],
    summary: "check your answer whenever you save it, until Ctrl-C",
    details: "With --json each check is one line.",
    examples: ["watch", "watch rename-room"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let exercise = try session.exercises.toCheck(exercise)
    let watch = try AnswerWatch(exercise.folder)
    let hasKeys = session.lines.isInteractive && !options.isJSON
    console.notice(
      "'\(exercise.folder.answer.path(percentEncoded: false))' is checked whenever it is saved; "
        + (hasKeys ? "\(Self.watchKeys), Ctrl-C ends" : "Ctrl-C ends"))
    // A page that waits for a key would not hear of the next save.
    console.usesPager = false
    var checked = try session.exercises.judge(exercise)
    show(checked, of: exercise, console, options)
    while !console.isClosed {
      if hasKeys { console.statusLine.show(Self.watchKeys) }
      let event = watch.nextEvent(hasKeys: hasKeys)
      if hasKeys { console.statusLine.clear() }
      switch event {
      case nil:
        // A terminal that shows keys has written ^C where the next prompt would come.
        if !options.isJSON, !hasKeys { console.show(.blank) }
        return .interrupted
      case .key("h"): _ = try HintCommand(exercise: exercise.id).perform(in: session, options)
      case .key("o"):
        _ = try OpenCommand(exercise: exercise.id, showsTask: false).perform(in: session, options)
      case .key("n"): return try NextCommand().perform(in: session, options)
      case .key("q"): return checked.status
      case .key: console.tell(Self.watchKeys)
      case .change(let change):
        if change == .deleted { console.notice("the file is gone; it is waited for") }
        let before = checked
        checked = try session.exercises.judge(exercise)
        if options.isJSON || checked.lines(in: console) != before.lines(in: console) {
          if !options.isJSON { console.show(.blank) }
          show(checked, of: exercise, console, options)
        } else {
          console.tell("As before: \(checked.state).")
        }
      }
    }
    return checked.status
  }

  private static let watchKeys = "h hint, o open, n next, q quit"

  /// The keys are told once, so no command is.
  private func show(
    _ checked: Checked, of exercise: any CheckedExercise, _ console: Console,
    _ options: CommonOptions
  ) {
    if options.isJSON {
      console.show(json: checked.json(of: exercise.id))
    } else {
      console.show(checked.lines(in: console))
    }
  }
}
