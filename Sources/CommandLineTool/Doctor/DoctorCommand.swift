internal import WorkbookKit

/// What this machine has and lacks. Something lacking is no failure of the command.
struct DoctorCommand: Command {
  var isForRoom: Bool
  /// The file for all that a room needs.
  var pack: String?

  static let syntax = Syntax(
    name: "doctor",
    flags: [
      .init(name: "--room", summary: "before a workshop: build and try all that it will need"),
      .init(name: "--pack", value: "FILE", summary: "--room: all of it in a file, to hand out"),
      .json,
    ],
    summary: "check this machine, with the way out of each fault",
    details: "With --room every exercise is checked once with an answer of ours, so that the "
      + "room does not wait for the compiler, and every demo is run through. It says how long a "
      + "first check takes here. With --pack, FILE holds the sources and what was built, for "
      + "laptops with the same system and toolchain: unpacked, it starts and checks without a "
      + "network.",
    examples: ["doctor", "doctor --json"],
    make: { (arguments) throws(UsageError) in
      let file = arguments.flags["--pack"]
      if file != nil, !arguments.has("--room") {
        throw .missingOperand("--room", command: "doctor --pack")
      }
      return Self(isForRoom: arguments.has("--room"), pack: file)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    if let pack, TextFile.exists(pack) {
      try session.dialogue.confirm("Replace '\(pack)'?", command: "doctor", options)
    }
    var findings = MachineCheck(session: session).findings()
    if isForRoom { findings += try RoomCheck(session: session).findings() }
    if let pack { findings.append(RoomPack(of: session).fact(of: pack, session.console)) }
    if options.isJSON {
      console.show(json: .report("doctor", ["findings": .array(findings.map(\.json))]))
    } else {
      let width = findings.map(\.subject.cells).max() ?? 0
      console.show(findings.flatMap { $0.lines(subjectWidth: width, width: console.width) })
    }
    return findings.allSatisfy(\.isGood) ? .done : .notPassed
  }
}
