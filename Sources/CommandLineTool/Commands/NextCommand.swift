internal import WorkbookKit

/// One step further than where the reader stands.
struct NextCommand: Command {
  static let syntax = Syntax(
    name: "next", summary: "the next step of the chapter; at the prompt, Enter does the same",
    details: """
      A step may ask a question. Answer it at the prompt with the number or letter of an option, \
      with '?' behind it for a guess. After the last step the next chapter begins.
      """,
    examples: ["next"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    try session.walk.next()
  }
}
