internal import WorkbookKit

/// What the sandbox understands.
enum SandboxCommand: Equatable {
  case move(PlayMove)
  case show
  case ids
  case versions
  case undo(to: Int?)
  case saveScript(file: String)
  case help(String?)
  case done
}

enum PlayGrammar {
  static let parser = CommandParser(commands: moves + views)

  private typealias Syntax = CommandSyntax<SandboxCommand>

  private static let moves: [Syntax] = [
    Syntax(
      name: "stack", operands: [.required(.value)],
      summary: "begin anew: main-root, private-root or peers", examples: ["stack peers"],
      make: { (words) throws(UsageError) in
        guard let stack = PlayStack(rawValue: words[0] ?? "") else {
          throw .badValue(
            words[0] ?? "", of: "stack", expected: "main-root, private-root or peers")
        }
        return .move(.stack(stack))
      }),
    Syntax(
      name: "insert", operands: [.required(.context), .required(.value), .required(.object)],
      summary: "a new room, member or message, under a name of yours",
      examples: ["insert main room r"],
      make: { .move(.insert(context: $0[0] ?? "", entity: $0[1] ?? "", name: $0[2] ?? "")) }),
    Syntax(
      name: "fetch", operands: [.required(.context), .required(.value)],
      summary: "all rooms, members or messages, which get names here",
      examples: ["fetch worker room"],
      make: { .move(.fetch(context: $0[0] ?? "", entity: $0[1] ?? "")) }),
    Syntax(
      name: "set",
      operands: [.required(.context), .required(.object), .required(.key), .required(.value)],
      summary: "change an attribute, or the room or author of a message",
      examples: ["set main r name Swift"],
      make: {
        .move(
          .set(context: $0[0] ?? "", object: $0[1] ?? "", key: $0[2] ?? "", value: $0[3] ?? ""))
      }),
    Syntax(
      name: "get", operands: [.required(.context), .required(.object), .required(.key)],
      summary: "read an attribute, or the room or author of a message; a fault fires",
      examples: ["get main r name"],
      make: { .move(.get(context: $0[0] ?? "", object: $0[1] ?? "", key: $0[2] ?? "")) }),
    Syntax(
      name: "save", operands: [.required(.context)], summary: "one level up",
      examples: ["save main"], make: { .move(.save(context: $0[0] ?? "")) }),
    Syntax(
      name: "merge", operands: [.required(.context), .required(.context)],
      summary: "merge the last save of the first context into the second",
      examples: ["merge worker main"],
      make: { .move(.merge(from: $0[0] ?? "", into: $0[1] ?? "")) }),
    Syntax(
      name: "refresh", operands: [.required(.context), .required(.object)],
      summary: "make it a fault again", examples: ["refresh main r"],
      make: { .move(.refresh(context: $0[0] ?? "", object: $0[1] ?? "")) }),
    Syntax(
      name: "delete", operands: [.required(.context), .required(.object)],
      summary: "delete it", examples: ["delete main r"],
      make: { .move(.delete(context: $0[0] ?? "", object: $0[1] ?? "")) }),
    Syntax(
      name: "follow", operands: [.required(.context), .required(.value)],
      summary: "a list of rooms, members or messages that 'show' shows too",
      examples: ["follow main message"],
      make: { .move(.follow(context: $0[0] ?? "", entity: $0[1] ?? "")) }),
  ]

  private static let views: [Syntax] = [
    Syntax(
      name: "show", summary: "what each context knows: + new, * changed, x deleted",
      examples: ["show"], make: { _ in .show }),
    Syntax(name: "ids", summary: "temporary or permanent", examples: ["ids"], make: { _ in .ids }),
    Syntax(
      name: "versions", summary: "of each row: as it was read, as it is cached and stored",
      examples: ["versions"], make: { _ in .versions }),
    Syntax(
      name: "undo", operands: [.optional(.number)],
      summary: "take back the last move, or all after a number", examples: ["undo", "undo 3"],
      make: { (words) throws(UsageError) in
        guard let text = words[0] else { return .undo(to: nil) }
        guard let number = Int(text), number >= 0 else {
          throw .badValue(text, of: "undo", expected: "the number of a move")
        }
        return .undo(to: number)
      }),
    Syntax(
      name: "save-script", operands: [.required(.file)],
      summary: "keep the moves as commands that 'workbook play' reads",
      examples: ["save-script moves.txt"], make: { .saveScript(file: $0[0] ?? "") }),
    Syntax(
      name: "help", aliases: ["?"], operands: [.optional(.topic)],
      summary: "this list, or how one of the words is used", examples: ["help", "help insert"],
      make: { .help($0[0]) }),
    Syntax(
      name: "done", aliases: ["quit", "q", "exit"], summary: "leave the sandbox",
      examples: ["done"], make: { _ in .done }),
  ]
}

extension PlayMove {
  /// The move as the sandbox reads it.
  var line: String {
    let words =
      switch self {
      case .stack(let stack): ["stack", stack.rawValue]
      case .insert(let context, let entity, let name): ["insert", context, entity, name]
      case .fetch(let context, let entity): ["fetch", context, entity]
      case .set(let context, let object, let key, let value): ["set", context, object, key, value]
      case .get(let context, let object, let key): ["get", context, object, key]
      case .save(let context): ["save", context]
      case .merge(let from, let into): ["merge", from, into]
      case .refresh(let context, let object): ["refresh", context, object]
      case .delete(let context, let object): ["delete", context, object]
      case .follow(let context, let entity): ["follow", context, entity]
      }
    return words.map(Words.quoted).joined(separator: " ")
  }
}
