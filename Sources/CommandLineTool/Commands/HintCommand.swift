internal import WorkbookKit

/// The next rung of hint. Each is remembered, so that asking again leads one further.
struct HintCommand: Command {
  var exercise: String?

  static let syntax = Syntax(
    name: "hint", operands: [.optional(.exercise)],
    summary: "the next of three hints: where to look, which rule, what shape",
    examples: ["hint rename-room"],
    make: { Self(exercise: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let (console, store) = (session.console, session.store)
    let exercise = try session.exercises.open(exercise)
    let hints = try exercise.sheet().hints
    guard !hints.isEmpty else {
      throw CommandFailure(problem: "'\(exercise.id)' has no hints", status: .fault)
    }
    let rung = min(store.progress.hintsShown(for: exercise.id) + 1, hints.count)
    store.update {
      $0.showedHint(rung, for: exercise.id)
      $0.worked(on: exercise.id)
    }
    let hint = hints[rung - 1]
    console.show(
      TextLine("Hint \(rung) of \(hints.count): \(hint.title)", .heading))
    console.page(markdown: hint.text)
    let rest = hints.count - rung
    console.tell(rest > 0 ? "The next one: hint \(exercise.id)" : "That was the last.", .faint)
    return .done
  }
}
