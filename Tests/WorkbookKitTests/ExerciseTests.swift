import Testing
import WorkbookKit

@Suite struct ExerciseTests {
  private let sheet = """
    # The unread badge

    Count the messages.

    ```swift
    # not a title
    ```

    ## Hint: where to look

    At the observer.

    ## Hint: which rule is broken
    One context, one queue.
    """

  @Test func `the sheet gives title, task and rungs of hints`() {
    let exercise = Exercise(folder: "01-UnreadBadge", sheet: sheet)
    #expect(exercise.id == "unread-badge")
    #expect(exercise.title == "The unread badge")
    #expect(exercise.task.hasPrefix("Count the messages."))
    #expect(exercise.task.hasSuffix("# not a title\n```"))
    #expect(
      exercise.hints == [
        .init(title: "where to look", text: "At the observer."),
        .init(title: "which rule is broken", text: "One context, one queue."),
      ])
  }

  @Test func `each verdict has the status of its meaning`() {
    let statuses = Verdict.allCases.map {
      Judgement(exercise: "a", contentHash: "", verdict: $0).exitStatus.rawValue
    }
    #expect(statuses == [0, 1, 4, 5, 70, 6])
    let unbuilt = Judgement(
      exercise: "a", contentHash: "", verdict: .error,
      cause: .init(code: Judgement.Cause.buildFailed, rationale: "It does not build."))
    #expect(unbuilt.exitStatus == .doesNotBuild)
  }
}
