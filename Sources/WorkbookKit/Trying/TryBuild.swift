internal import Foundation

/// Turns a reader's files into a program that explores their `scenario()`.
struct TryBuild {
  let source: TriedSource
  let options: TryOptions
  let workplace: PackageLocation

  /// What the module is called in the program; nothing of the reader's is likely to be.
  static let module = "TriedCode"

  func program(in work: URL) async throws -> ExaminerBuild.Result {
    let names = ControlledNames(
      for: source, at: workplace, allowsUncontrolled: options.allowsUncontrolled)
    let refusals = options.allowsUncontrolled ? [] : names.refusals
    guard refusals.isEmpty else { return .rejected(refusals.joined(separator: "\n")) }
    var build = try ExaminerBuild(for: nil, at: workplace)
    build.seesMemory = options.seesMemory && build.canSeeMemory
    build.keepsLines = build.seesMemory
    build.names = try names.write(to: work)
    build.language = options.language
    let code: CompiledSource
    do {
      code = try CompiledSource(source, module: Self.module, in: work)
    } catch let error as UncompiledSource {
      return .rejected(error.words)
    }
    var others: [URL] = []
    if let accessors = code.accessors {
      let name = Self.module + "Accessors"
      let file = work.appending(path: "\(name).swift")
      try accessors.write(to: file, atomically: false, encoding: .utf8)
      switch try await build.compile(module: name, file, in: work) {
      case .rejected(let words): return .rejected(words)
      case .built(let object): others = [object]
      }
    }
    let flags =
      [
        "-Xcc", "-fmodule-map-file=" + names.map(in: work).plainPath, "-suppress-warnings",
        "-enable-bare-slash-regex",
      ] + (options.isOptimized ? ["-O"] : []) + code.options
    let result = try await build.compile(
      code.files, main: main(beginning: build.beginning), module: Self.module, options: flags,
      linkedWith: others, in: work, to: work.appending(path: "tried"))
    guard case .rejected(let words) = result else { return result }
    return .rejected(theirs(CompilerWords(code.original(words)), names))
  }

  /// What the compiler says of the reader's files, in the reader's names. What the library has no
  /// such member of is as little controlled as what it refuses.
  private func theirs(_ words: CompilerWords, _ names: ControlledNames) -> String {
    let about = source.files.map { words.about($0.plainPath, orAll: false, notesElsewhere: false) }
      .filter { !$0.isEmpty }
    let text = about.isEmpty ? words.about("") : about.joined(separator: "\n")
    let refused = #/error: (?:value of )?type '(\w+)' \(aka 'Never'\) has no member '\w+'/#
    let unknown = try? Regex<(Substring, Substring, Substring)>(Self.unknownMember)
    let sentences = text.replacing(refused) { match in
      let name = String(match.output.1)
      return "error: " + (names.sentence(for: name) ?? "not controlled: \(name)")
    }
    .replacing(#/error: '[^'\n]+' is unavailable: not controlled/#, with: "error: not controlled")
    .replacing(#/error: no such module '(\w+)'/#) { match in
      "\(match.output.0); put what the file uses of it beside it, and try the folder"
    }
    .replacing(Self.objectiveC) { match in
      "\(match.output); Linux has none: hand over a closure instead of a selector"
    }
    guard let unknown else { return Self.causes(sentences, names) }
    let told = sentences.replacing(unknown) { match in
      guard Self.isControlled(match.output.0) else { return String(match.output.0) }
      return "error: not controlled: '\(match.output.2)' of \(match.output.1), unless it is "
        + "misspelt; leave it out, or add one of your own in an extension"
    }.replacing("Platform.", with: "")
    return Self.causes(told, names)
  }

  /// Where something is not controlled, the other errors follow from that.
  private static func causes(_ words: String, _ names: ControlledNames) -> String {
    var errors: [[Substring]] = []
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      if errors.isEmpty || line.contains(#/^[^\s|][^\n]*:\d+:\d+: error: /#) { errors.append([]) }
      errors[errors.count - 1].append(line)
    }
    for (index, error) in errors.enumerated() {
      guard let place = error[0].firstMatch(of: #/^[^\s|][^\n]*:(\d+):\d+: /#),
        let line = error.first(where: { $0.hasPrefix("\(place.output.1) | ") }),
        let sentence = names.sentence(forLine: line)
      else { continue }
      errors[index] = ["\(place.output.0)error: \(sentence)", line]
    }
    let causes = errors.filter { $0[0].contains("error: not controlled") }
    return (causes.isEmpty ? errors : causes).joined().joined(separator: "\n")
  }

  private static var objectiveC: Regex<Substring> {
    #/error: [^\n]*(?:Objective-C (?:interop|runtime)|'Selector' in scope)[^\n]*/#
  }

  /// `error: value of type 'Timer' (aka 'Platform.Timer') has no member 'loop'`
  private static let unknownMember =
    #"error: [^\n]*'(?:Platform\.)?(\w+)[^'\n]*'(?: \(aka 'Platform\.[^\n)]*\))? "#
    + #"has no member '(\w+)'"#

  private static func isControlled(_ message: Substring) -> Bool { message.contains("Platform.") }

  private func main(beginning: String) -> String {
    let cases = source.scenarios.map { "case \"\($0)\": tryScenario(\($0))\n" }.joined()
    return """
      import ControlledDispatch
      import WorkbookKit

      fixWorld()
      \(beginning)
      switch TriedScenario.name {
      \(cases)
      default: fatalError("there is no such scenario")
      }

      """
  }
}

/// How a file is tried.
public struct TryOptions: Sendable, Hashable {
  /// The version of the language: 5 or 6.
  public var language = "5"
  /// At most so many orders.
  public var budget = 20_000
  /// Whether names that are not controlled may be used.
  public var allowsUncontrolled = false
  /// Whether the code is compiled as for a release.
  public var isOptimized = false
  /// Whether accesses to memory are looked at, where this machine can do that.
  public var seesMemory = true

  public init() {}
}
