internal import WorkbookKit

/// A chapter for a room.
struct DemoCommand: Command {
  var chapter: String
  var isAutomatic = false
  var isLarge = false
  /// At most so many minutes of its steps.
  var minutes: Int?
  /// The file for a recording.
  var cast: String?

  static let syntax = Syntax(
    name: "demo", operands: [.required(.chapter)],
    flags: [
      .init(name: "--auto", summary: "without pauses, always the same"),
      .init(name: "--large", summary: "for a projector: 16 lines, as wide as the window"),
      .init(name: "--minutes", value: "N", summary: "only steps that fit into so much time"),
      .init(name: "--cast", value: "FILE", summary: "as a recording, for asciinema's players"),
    ],
    summary: "a chapter shown to a room, in six to eight minutes",
    details: """
      Space goes on and b back; v takes a vote, as many hands for each answer; n is the note to \
      the step, s its source, ! the prompt until an empty line, q the end. The orders are fixed, \
      so that it is the same every time.
      """,
    examples: ["demo deadlocks", "demo deadlocks --auto --large"],
    make: { (arguments) throws(UsageError) in
      Self(
        chapter: arguments[0] ?? "", isAutomatic: arguments.has("--auto"),
        isLarge: arguments.has("--large"), minutes: try arguments.count("--minutes"),
        cast: arguments.flags["--cast"])
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    if let cast { return try record(into: cast, session, options) }
    let demo = try Demo(
      session.catalogue.chapter(named: chapter), front: session, isLarge: isLarge, minutes: minutes)
    // The stage goes on by keys of its own.
    let console = session.console
    let pauses = console.pauses
    console.pauses = false
    defer { console.pauses = pauses }
    return try isAutomatic ? demo.runThrough() : demo.run()
  }

  /// A chapter's demo as a file to play.
  private func record(
    into file: String, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let chapter = try session.catalogue.chapter(named: chapter)
    let (frames, status) = try Demo(chapter, front: session, isLarge: true).allFrames()
    let recording = Recording(title: chapter.title, frames: frames)
    try session.dialogue.write(recording.text, to: file, command: "demo", options)
    session.console.tell("Written: \(file)")
    return status
  }
}

extension Demo {
  /// Those for a stage that fill so many minutes best; of several choices the one that begins first.
  static func steps(of path: [Step], within minutes: Int) -> [Int] {
    var filling: [Int: [Int]] = [0: []]
    for (index, step) in path.enumerated() {
      guard let stage = step.stage else { continue }
      for (sum, steps) in filling.sorted(by: { $0.key > $1.key })
      where sum + stage.minutes <= minutes && filling[sum + stage.minutes] == nil {
        filling[sum + stage.minutes] = steps + [index]
      }
    }
    return filling.max { $0.key < $1.key }?.value ?? []
  }
}
