/// The commands for those who show the workbook to others.
extension CommandTable {
  static let showing: [CommandSyntax<Command>] = [
    .init(
      name: "draw", operands: [.required(.scenario), .optional(.variant)],
      flags: [
        .init(name: "--svg", value: "FILE", summary: "one order as a picture"),
        .init(name: "--html", value: "FILE", summary: "all of it as a page to step through"),
        .init(name: "--code", value: "CODE", summary: "this order instead of the simplest"),
        .init(name: "--step", value: "N", summary: "--svg: what objects are like after a step"),
      ],
      summary: "a scenario as a picture or as a page, to send or to show",
      details: """
        The page is one file and needs no network. It asks before it shows, and it holds every way \
        in which the scenario's programs end. An existing file is replaced when you say so, or with \
        --yes.
        """,
      examples: ["draw deadlocks/crossed --html crossed.html", "draw temporary-ids --svg ids.svg"],
      make: { (arguments) throws(UsageError) in
        let (svg, html) = (arguments.flags["--svg"], arguments.flags["--html"])
        guard svg != nil || html != nil else {
          throw .missingOperand("--svg FILE or --html FILE", command: "draw")
        }
        return .draw(
          DrawRequest(
            target: target(arguments), code: arguments.flags["--code"],
            step: try arguments.count("--step"), svg: svg, html: html))
      }),
    .init(
      name: "page", operands: [.required(.file), .optional(.chapter)],
      summary: "the book as pages in a folder, or a chapter as one page, to read in a browser",
      details: """
        Questions are answered in the page. With a chapter, FILE is the page; without one, it is \
        the folder for all of them, for any web server or a stick.
        """,
      examples: ["page site", "page deadlocks.html deadlocks"],
      make: { .page(place: $0[0] ?? "", chapter: $0[1]) }),
    .init(
      name: "handout", operands: [.required(.chapter)],
      flags: [.init(name: "--html", value: "FILE", summary: "where to write it")],
      summary: "one sheet about a chapter, to print",
      examples: ["handout deadlocks --html deadlocks.html"],
      make: { (arguments) throws(UsageError) in
        guard let file = arguments.flags["--html"] else {
          throw .missingOperand("--html FILE", command: "handout")
        }
        return .handout(chapter: arguments[0] ?? "", file: file)
      }),
    .init(
      name: "class", operands: [.required(.action), .several(.file)],
      flags: [.init(name: "--html", value: "FILE", summary: "as a page"), .json],
      summary: "'class merge FILE...': what exported progress and votes say together",
      details: """
        Who stands where, which belief is commonest, which question few or nearly \
        all get right, and which exercise takes longest. The files come from \
        'progress export FILE' and 'quiz --fixed SEED --export FILE', and those of a room from the \
        votes of a demo, which names its file at the end. Nothing is sent anywhere.
        """,
      examples: ["class merge ann.json ben.json", "class merge ann.json ben.json --json"],
      make: { (arguments) throws(UsageError) in
        guard arguments[0] == "merge" else {
          throw .badValue(arguments[0] ?? "", of: "class", expected: "'merge FILE...'")
        }
        return .classMerge(
          files: Array(arguments.operands.dropFirst()), html: arguments.flags["--html"])
      }),
    .init(
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
        .demo(
          DemoRequest(
            chapter: arguments[0] ?? "", isAutomatic: arguments.has("--auto"),
            isLarge: arguments.has("--large"), minutes: try arguments.count("--minutes"),
            cast: arguments.flags["--cast"]))
      }),
    .init(
      name: "teach",
      operands: [.init(kind: .chapter, isRequired: false, isRepeated: true)],
      flags: [
        .init(name: "--minutes", value: "N", summary: "a run sheet for so much time"),
        .init(name: "--goal", value: "GOAL", summary: "hang, lost-data, stale-screen or swift-6"),
      ],
      summary: "what an instructor needs for a chapter, or a run sheet",
      details: """
        A run sheet has the chapters that are named, then those of the goal, with exercises and \
        breaks; each line says who does it.
        """,
      examples: ["teach deadlocks", "teach --minutes 90", "teach --goal lost-data --minutes 120"],
      make: teach),
  ]

  private static func teach(_ arguments: Arguments) throws(UsageError) -> Command {
    let goal = try arguments.flags["--goal"].map { (word) throws(UsageError) in
      guard let goal = WorkshopGoal(rawValue: word) else {
        let goals = WorkshopGoal.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badValue(word, of: "--goal", expected: "one of \(goals)")
      }
      return goal
    }
    if let minutes = try arguments.count("--minutes") {
      return .runSheet(
        WorkshopRequest(minutes: minutes, chapters: arguments.operands, goal: goal))
    }
    if goal != nil { throw .missingOperand("--minutes N", command: "teach") }
    guard let chapter = arguments[0] else {
      throw .missingOperand("CHAPTER or --minutes N", command: "teach")
    }
    if let surplus = arguments[1] { throw .surplusOperand(surplus, command: "teach") }
    return .teach(chapter: chapter)
  }
}
