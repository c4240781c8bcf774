/// The commands around exercises, the sandbox and the reader's own things.
extension CommandTable {
  static let practising: [CommandSyntax<Command>] = [
    .init(
      name: "check", operands: [.optional(.exercise)],
      flags: [
        .init(name: "--all", summary: "every exercise again"),
        .init(name: "--graders", summary: "judge our own right and wrong answers"),
        .init(name: "--repeat", value: "N", summary: "--graders: compare N rounds of verdicts"),
        .json,
      ],
      summary: "judge your answer over every order of events",
      details: "Without a name, the first exercise of the chapter that is not passed.",
      examples: ["check", "check rename-room", "check --all --json"],
      make: { (arguments) throws(UsageError) in
        let rounds = try arguments.count("--repeat") ?? 1
        if arguments.has("--graders") { return .check(.graders(of: arguments[0], rounds: rounds)) }
        return .check(arguments.has("--all") ? .all : .one(arguments[0]))
      }),
    .init(
      name: "watch", operands: [.optional(.exercise)], flags: [.json],
      summary: "check your answer whenever you save it, until Ctrl-C",
      details: "With --json each check is one line.",
      examples: ["watch", "watch rename-room"],
      make: { .watch(exercise: $0[0]) }),
    .init(
      name: "hint", operands: [.optional(.exercise)],
      summary: "the next of three hints: where to look, which rule, what shape",
      examples: ["hint rename-room"],
      make: { .hint(exercise: $0[0]) }),
    .init(
      name: "open", operands: [.optional(.exercise)],
      summary: "show the task and open your answer in $VISUAL or $EDITOR",
      examples: ["open rename-room"],
      make: { .open(exercise: $0[0]) }),
    .init(
      name: "solution", operands: [.optional(.exercise)],
      summary: "how we did it, as a change to your file, with the reason",
      examples: ["solution rename-room", "solution rename-room --yes"],
      make: { .solution(exercise: $0[0]) }),
    .init(
      name: "reset", operands: [.optional(.exercise)],
      summary: "put your answer back as it was shipped; yours is kept",
      examples: ["reset rename-room"],
      make: { .reset(exercise: $0[0]) }),
    .init(
      name: "undo", operands: [.optional(.exercise)],
      summary: "bring back the answer that 'reset' took away",
      examples: ["undo rename-room"],
      make: { .undo(exercise: $0[0]) }),
    .init(
      name: "symptom", operands: [.several(.text)], flags: [.json],
      summary: "from a crash message, a log or a hang report to its causes",
      details: """
        TEXT is the message, a file, or '-' for standard input; it may be a whole report, and it \
        stays on this machine. Each cause comes with what tells it from the others, the rule, and \
        the program that shows it. Status 1: none of the symptoms that this book knows.
        """,
      examples: ["symptom \"could not fulfill a fault\"", "symptom 0x8badf00d --json"],
      make: { .symptom($0.operands) }),
    .init(
      name: "play", summary: "a sandbox: live contexts you can poke, inspect and undo",
      details: "Inside, 'help' lists what the sandbox understands; 'done' leaves it.",
      examples: ["play"], make: { _ in .play }),
  ]

  static let keeping: [CommandSyntax<Command>] = [
    .init(
      name: "progress", operands: [.optional(.action), .optional(.file)],
      flags: [.json],
      summary: "what you have passed; 'export FILE' and 'import FILE' carry it elsewhere",
      examples: ["progress", "progress --json", "progress export progress.json"],
      make: { (arguments) throws(UsageError) in try progress(arguments) }),
    .init(
      name: "theme", operands: [.optional(.value)],
      summary: "colours for a light or a dark background, kept for you",
      examples: ["theme light", "theme dark"],
      make: { (arguments) throws(UsageError) in
        guard let word = arguments[0] else { return .theme(nil) }
        guard let theme = Theme(rawValue: word) else {
          throw .badValue(word, of: "theme", expected: "light or dark")
        }
        return .theme(theme)
      }),
    .init(
      name: "accessors", operands: [.required(.file), .optional(.file)],
      flags: [
        .init(name: "--nsset", summary: "to-many relationships as NSSet, as Xcode writes them"),
        .init(name: "--nsmanaged", summary: "accessors for classes with '@NSManaged'"),
        .init(name: "--module", value: "NAME", summary: "--nsmanaged: the module of the classes"),
      ],
      summary: "write typed Swift classes for a model, beside it or into a folder",
      details: "Classes with an underscore are replaced each time; the others are yours. With "
        + "--nsmanaged it takes a folder of model classes that Xcode generated or you wrote, and "
        + "writes the module with their accessors beside it.",
      examples: [
        "accessors Chat.xcdatamodeld", "accessors Chat.xcdatamodeld Sources/Model",
        "accessors --nsmanaged Sources/Model",
      ],
      make: { (arguments) throws(UsageError) in
        let (input, folder) = (arguments[0] ?? "", arguments[1])
        if arguments.has("--nsmanaged") {
          return .managedAccessors(
            sources: input, module: arguments.flags["--module"], folder: folder)
        }
        return .accessors(model: input, folder: folder, usesNSSet: arguments.has("--nsset"))
      }),
    .init(
      name: "new", operands: [.required(.kind), .required(.name)],
      summary: "for authors: add a chapter, scenario or exercise that works, to be made yours",
      details: "KIND is chapter, scenario or exercise. A scenario is named with its chapter; an "
        + "exercise goes to the last chapter unless one is named.",
      examples: [
        "new chapter live-lists", "new scenario deadlocks/two-doors",
        "new exercise deadlocks/open-door",
      ],
      make: { (arguments) throws(UsageError) in
        let kinds = NewKind.allCases.map(\.rawValue)
        guard let kind = arguments[0].flatMap(NewKind.init) else {
          throw .badValue(
            arguments[0] ?? "", of: "new", expected: kinds.joined(separator: ", "))
        }
        return .new(kind, name: arguments[1] ?? "")
      }),
    .init(
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
        return .doctor(isForRoom: arguments.has("--room"), pack: file)
      }),
    .init(
      name: "help", aliases: ["?"],
      operands: [CommandSyntax.Operand(kind: .topic, isRequired: false, isRepeated: true)],
      summary: "the commands, or a topic: a command, flags, codes, status, json, a term",
      examples: ["help", "help explore", "help row cache"],
      make: { .help(topic: $0.operands.isEmpty ? nil : $0.operands.joined(separator: " ")) }),
    .init(
      name: "version", summary: "what this is", examples: ["version"], make: { _ in .version }),
    .init(
      name: "quit", aliases: ["exit", "q", ":q"], summary: "leave; Ctrl-D does too",
      examples: ["quit"], make: { _ in .quit }),
  ]

  private static func progress(_ arguments: Arguments) throws(UsageError) -> Command {
    guard let action = arguments[0] else { return .progress }
    guard action == "export" || action == "import" else {
      throw .badValue(action, of: "progress", expected: "'export FILE' or 'import FILE'")
    }
    guard let file = arguments[1] else {
      throw .missingOperand("FILE", command: "progress \(action)")
    }
    return action == "export" ? .exportProgress(file: file) : .importProgress(file: file)
  }
}
