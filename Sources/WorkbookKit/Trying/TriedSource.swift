public import Foundation

/// A reader's file, or several in a folder, that is to be tried as it is.
public struct TriedSource: Sendable {
  public let files: [URL]
  /// What the files say, one after the other.
  let texts: [String]

  /// `path` names a Swift file or a folder of them.
  public init(_ path: String) throws {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.plainPath, isDirectory: &isFolder) else {
      throw UntriableSource("there is no file '\(path)'")
    }
    if isFolder.boolValue {
      let names = try FileManager.default.contentsOfDirectory(atPath: url.plainPath).sorted()
      files = names.filter { $0.hasSuffix(".swift") }.map { url.appending(path: $0) }
      if files.isEmpty { throw UntriableSource("there is no Swift file in '\(path)'") }
    } else {
      files = [url]
    }
    if let main = files.first(where: { $0.lastPathComponent == "main.swift" }) {
      throw UntriableSource(
        "'\(main.plainPath)' is taken for the beginning of a program by its name; call it "
          + "something else")
    }
    texts = try files.map { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8) else {
        throw UntriableSource("'\(file.plainPath)' cannot be read as text")
      }
      return text
    }
  }

  /// Whether there is something to run.
  public var hasScenario: Bool { !scenarios.isEmpty }

  /// The functions that are run, one after the other: `scenario`, `scenarioOfTwo`.
  public var scenarios: [String] {
    code.matches(of: #/(?m)^(?:@?\w+ )*func\s+(scenario\w*)\s*\(/#).map { String($0.output.1) }
  }

  /// The code alone: what is said in comments and in texts means nothing.
  var code: String { texts.map(Self.code).joined(separator: "\n") }

  static func code(of text: String) -> String {
    let code = text.replacing(
      #/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//#
    ) { match in
      // As many lines as before.
      match.output.filter(\.isNewline)
    }
    return code.contains("#if") ? withoutOtherSystems(code) : code
  }

  /// What is compiled on Apple's systems alone is not there, and its lines are empty.
  private static func withoutOtherSystems(_ code: String) -> String {
    let others = #/canImport\((?:Darwin|ObjectiveC)\)|os\((?:macOS|iOS|tvOS|watchOS|visionOS)\)/#
    var isLeftOut: [Bool] = []
    return code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.drop(while: \.isWhitespace)
      if words.hasPrefix("#if") {
        let rest = words.replacing(others, with: "").dropFirst(3)
        isLeftOut.append(
          words.contains(others) && rest.allSatisfy { " |&".contains($0) })
      } else if words.hasPrefix("#else"), let last = isLeftOut.last {
        isLeftOut[isLeftOut.count - 1] =
          last && words.hasPrefix("#elseif") && words.contains(others)
      } else if words.hasPrefix("#endif"), !isLeftOut.isEmpty {
        isLeftOut.removeLast()
      }
      return isLeftOut.contains(true) ? "" : String(line)
    }.joined(separator: "\n")
  }

  /// The modules it imports.
  var imports: Set<String> {
    Set(
      code.matches(of: #/(?m)^\s*(?:@\w+\s+)?import\s+(?:class\s+|struct\s+|func\s+)?(\w+)/#)
        .map { String($0.output.1) })
  }

  /// The types and functions it declares itself, which come before ours.
  var declared: Set<String> {
    let kinds = "class|struct|enum|actor|protocol|typealias|func"
    let pattern = #"(?m)^(?:@?\w+(?:\([^)]*\))?\s+)*(?:"# + kinds + #")\s+(\w+)"#
    guard let declarations = try? Regex<(Substring, Substring)>(pattern) else { return [] }
    return Set(code.matches(of: declarations).map { String($0.output.1) })
  }

  func uses(_ name: String) -> Bool {
    words.contains(Substring(name))
  }

  private var words: Set<Substring> {
    Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }
}

/// There is nothing that could be tried, and why.
public struct UntriableSource: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
