internal import Terminal
internal import WorkbookKit

/// What the Tab key offers in the sandbox: its words, then contexts, objects and keys that are
/// there at this moment.
struct PlayCompletion {
  let sandbox: Sandbox

  func complete(_ request: CompletionRequest) -> Completions {
    let fragment = request.fragment
    guard let first = request.words.first else {
      return Completions(of: fragment, words: PlayGrammar.parser.commands.map(\.name))
    }
    let operands = Array(request.words.dropFirst())
    guard let syntax = try? PlayGrammar.parser.syntax(named: first),
      syntax.operands.indices.contains(operands.count)
    else { return Completions(of: fragment, words: []) }
    return Completions(
      of: fragment, words: words(for: syntax.operands[operands.count].kind, first, operands))
  }

  private func words(
    for kind: CommandSyntax<SandboxCommand>.Operand.Kind, _ command: String, _ operands: [String]
  ) -> [String] {
    switch kind {
    case .context: sandbox.contexts
    case .object where command != "insert": sandbox.objects
    case .key: operands.last.map(sandbox.keys) ?? []
    case .topic: PlayGrammar.parser.commands.map(\.name)
    case .value where command == "stack": PlayStack.allCases.map(\.rawValue)
    case .value where ["room", "author"].contains(operands.last): sandbox.objects
    case .value where command != "set": Sandbox.entities.map { $0.lowercased() }
    default: []
    }
  }
}

/// What the Tab key asks: a program inside of the program has words of its own.
final class CompletionSwitch {
  var current: (CompletionRequest) -> Completions = { Completions(of: $0.fragment, words: []) }
}
