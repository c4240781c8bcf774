internal import WorkbookKit

/// Judges answers of the reader's: one, or all of them.
struct CheckCommand: Command {
  var what: What

  enum What: Equatable {
    /// The one named, or else the current one.
    case one(String?)
    case all
  }

  static let syntax = Syntax(
    name: "check", operands: [.optional(.exercise)],
    flags: [
      .init(name: "--all", summary: "every exercise again"),
      .init(name: "--graders", summary: "judge our own right and wrong answers"),
      .init(name: "--repeat", value: "N", summary: "--graders: compare N rounds of verdicts"),
      .json,
    ],
    summary: "judge your answer over every order of events",
    details: "Without a name, the first exercise of the chapter that is not passed.",
    examples: ["check", "check rename-room", "check --all --json"],
    make: { (arguments) throws(UsageError) in
      let rounds = try arguments.count("--repeat") ?? 1
      if arguments.has("--graders") {
        return GradersCommand(exercise: arguments[0], rounds: rounds)
      }
      return CheckCommand(what: arguments.has("--all") ? .all : .one(arguments[0]))
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    switch what {
    case .one(let word):
      let exercise = try session.exercises.toCheck(word)
      try offerToRestore(exercise, session, options)
      return try check(exercise, session, options)
    case .all:
      var worst = ExitStatus.done
      for exercise in session.catalogue.exercises {
        let status = try check(exercise, session, options)
        if worst == .done { worst = status }
      }
      return worst
    }
  }

  /// A file that is gone can be put back, if the reader is there to say so.
  private func offerToRestore(
    _ exercise: any CheckedExercise, _ session: Session, _ options: CommonOptions
  ) throws {
    // What cannot be read is there, and is judged.
    guard case .deleted? = try? exercise.folder.state(),
      session.lines.isInteractive || options.saysYes
    else { return }
    try session.dialogue.confirm(
      "The answer of '\(exercise.id)' is gone. Put it back as it was shipped?", command: "check",
      options)
    try exercise.folder.reset()
  }

  /// Judges one answer, and tells.
  private func check(
    _ exercise: any CheckedExercise, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let checked = try session.exercises.judge(exercise)
    let console = session.console
    if options.isJSON {
      console.show(json: checked.json(of: exercise.id))
    } else {
      console.show(checked.lines(in: console))
      session.onward.suggest(checked.next)
    }
    return checked.status
  }
}
