/// The commands for those who show the workbook to others.
extension CommandTable {
  static let showing: [CommandSyntax<Command>] = [
    .init(
      name: "draw", operands: [.required(.scenario), .optional(.variant)],
      flags: [
        .init(name: "--svg", value: "FILE", summary: "one order as a picture"),
        .init(name: "--html", value: "FILE", summary: "all of it as a page to step through"),
        .init(name: "--code", value: "CODE", summary: "this order instead of the shortest"),
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
      })
  ]
}
