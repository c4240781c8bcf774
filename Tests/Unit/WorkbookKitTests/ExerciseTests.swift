import Foundation
import Testing
import WorkbookKit

struct ExerciseTests {
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

    ## Our way

    It is told elsewhere.
    """

  @Test func `the sheet gives title, task and rungs of hints`() {
    let sheet = ExerciseSheet(sheet)
    #expect(sheet.title == "The unread badge")
    #expect(sheet.task.hasPrefix("Count the messages."))
    #expect(sheet.task.hasSuffix("# not a title\n```"))
    #expect(
      sheet.hints == [
        .init(title: "where to look", text: "At the observer."),
        .init(title: "which rule is broken", text: "One context, one queue."),
      ])
  }

  @Test(arguments: [
    ("01-UnreadBadge", "unread-badge", "UnreadBadge"), ("Outbox", "outbox", "Outbox"),
    ("12-Open-Room", "open-room", "Open-Room"),
  ])
  func `the folder gives the id and the module`(folder: String, id: String, module: String) {
    let folder = ExerciseFolder(folder, in: URL(filePath: "/"))
    #expect(folder.id == id)
    #expect(folder.module == module)
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
