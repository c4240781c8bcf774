internal import WorkbookKit

/// To a chapter, or to one of its steps.
struct GoToCommand: Command {
  var chapter: String
  /// Its number or its name.
  var step: String?

  static let syntax = Syntax(
    name: "goto", operands: [.required(.chapter), .optional(.step)],
    summary: "go to a chapter, or to one of its steps by number or name",
    examples: ["goto deadlocks", "goto deadlocks 2"],
    make: { Self(chapter: $0[0] ?? "", step: $0[1]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    session.walk.leaveQuestions()
    let chapter = try session.catalogue.chapter(named: chapter)
    guard let step else { return try session.walk.begin(chapter) }
    let path = try chapter.steps()
    let index = Int(step).map { $0 - 1 } ?? path.firstIndex { $0.id == step }
    guard let index, path.indices.contains(index) else {
      throw UsageError.unknown(
        .step, step, suggestion: Nearest.name(to: step, among: path.map(\.id)))
    }
    return try session.walk.show(index, of: path, in: chapter)
  }
}
