internal import Foundation
internal import Terminal
internal import WorkbookKit

/// What the Tab key offers: commands, then what the grammar expects in that place.
struct WordCompletion {
  let catalogue: Catalogue

  func complete(_ request: CompletionRequest) -> Completions {
    let fragment = request.fragment
    guard let first = request.words.first else {
      return Completions(of: fragment, words: CommandTable.all.map(\.name))
    }
    guard let syntax = try? CommandTable.parser.syntax(named: first) else {
      return Completions(of: fragment, words: [])
    }
    if fragment.hasPrefix("-") {
      let flags = syntax.flags + CommonOptions.flags
      return Completions(of: fragment, words: flags.map(\.name))
    }
    let isRepeated = syntax.operands.last?.isRepeated == true
    let operands = request.words.dropFirst().filter { !$0.hasPrefix("--") }
    let place = min(operands.count, syntax.operands.count - (isRepeated ? 1 : 0))
    guard syntax.operands.indices.contains(place) else {
      return Completions(of: fragment, words: [])
    }
    return candidates(for: syntax.operands[place].kind, fragment, after: operands.first)
  }

  private func candidates(
    for kind: CommandSyntax<any Command>.Operand.Kind, _ fragment: String, after operand: String?
  ) -> Completions {
    switch kind {
    case .chapter: Completions(of: fragment, words: catalogue.chapters.map(\.id))
    case .scenario:
      Completions(of: fragment, words: catalogue.chapters.map(\.id) + catalogue.scenarios.map(\.id))
    case .step:
      Completions(
        of: fragment, words: operand.flatMap { catalogue.chapter($0) }?.path.map(\.id) ?? [])
    case .variant:
      Completions(
        of: fragment, words: operand.flatMap(catalogue.scenario)?.variants.map(\.name) ?? [])
    case .exercise: Completions(of: fragment, words: catalogue.exercises.map(\.id))
    case .topic:
      Completions(
        of: fragment, words: CommandTable.all.map(\.name) + HelpPage.topics.map(\.name))
    case .track: Completions(of: fragment, words: catalogue.tracks.map(\.name) + ["off"])
    case .action: Completions(of: fragment, words: ["export", "import"])
    case .kind: Completions(of: fragment, words: NewKind.allCases.map(\.rawValue))
    case .file: Completions(of: fragment, candidates: Self.files(fragment))
    default: Completions(of: fragment, words: [])
    }
  }

  /// The files that begin like a path; a folder can be followed further.
  private static func files(_ fragment: String) -> [Completions.Candidate] {
    let cut = fragment.lastIndex(of: "/").map { fragment.index(after: $0) } ?? fragment.startIndex
    let folder = String(fragment[..<cut])
    let place = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: place + "/" + name, isDirectory: &isFolder)
      let path = folder + name
      return isFolder.boolValue ? .init(path + "/", isFinal: false) : .init(path)
    }
  }
}
