internal import Terminal
internal import WorkbookKit

extension Session {
  /// The next rung of hint. Each is remembered, so that asking again leads one further.
  func hint(_ word: String?) throws -> ExitStatus {
    let exercise = try exerciseOpen(word)
    let hints = try sheet(of: exercise).hints
    guard !hints.isEmpty else {
      throw CommandFailure(problem: "'\(exercise.id)' has no hints", status: .fault)
    }
    let rung = min(store.progress.hintsShown(for: exercise.id) + 1, hints.count)
    store.update {
      $0.showedHint(rung, for: exercise.id)
      $0.worked(on: exercise.id, at: Self.now)
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
