internal import Foundation

/// The beginning of a file that is to be tried.
public enum TryStart {
  /// Starts from nothing, each about one thing.
  public enum Template: String, CaseIterable, Sendable {
    case queue, lock, actor, operation, coredata, nested
  }

  /// A `scenario()` to be added below a file that has none: two threads that use the first type.
  ///
  /// What cannot be guessed stands in `<# #>`, as editors do it, and is to be replaced.
  public static func scenario(for source: TriedSource) -> String {
    let code = source.code
    let type = #/(?m)^(?:\w+\s+)*(class|struct|actor)\s+(\w+)/#
    guard let match = code.firstMatch(of: type) else { return scenario(of: "<#YourClass()#>", []) }
    let (kind, name) = (match.output.1, match.output.2)
    let body = String(code[match.range.upperBound...].prefix { _ in true })
    let calls = methods(in: body)
    let made = "\(name)\(arguments(ofInit: body))"
    return kind == "actor" ? actorScenario(of: made, calls) : scenario(of: made, calls)
  }

  private static func scenario(of made: String, _ calls: [String]) -> String {
    let (first, second) = (calls.first ?? "<#method()#>", calls.dropFirst().first ?? calls.first)
    return """

      // Two threads, and what must hold when nothing is left to run.
      func scenario(_ s: Stage) {
        let subject = \(made)
        s.thread("A") { _ = subject.\(first) }
        s.thread("B") { _ = subject.\(second ?? first) }
        // s.expect("loads once") { subject.loads == 1 }
      }

      """
  }

  private static func actorScenario(of made: String, _ calls: [String]) -> String {
    let (first, second) = (calls.first ?? "<#method()#>", calls.dropFirst().first ?? calls.first)
    return """

      // Two tasks, and what must hold when both are done.
      func scenario(_ s: Stage) async {
        let subject = \(made)
        async let a = subject.\(first)
        async let b = subject.\(second ?? first)
        _ = await (a, b)
        // s.expect("loads once", await subject.loads == 1)
      }

      """
  }

  /// Calls of the methods that others may call, their arguments guessed.
  private static func methods(in body: String) -> [String] {
    body.matches(of: #/(?m)^\s+(?:public\s+|internal\s+)?func\s+(\w+)\s*\(([^)]*)\)/#)
      .prefix(2).map { "\($0.output.1)(\(values(for: String($0.output.2))))" }
  }

  private static func arguments(ofInit body: String) -> String {
    let found = body.firstMatch(of: #/(?m)^\s+(?:public\s+|internal\s+)?init\s*\(([^)]*)\)/#)
    return "(\(values(for: found.map { String($0.output.1) } ?? "")))"
  }

  /// `_ name: String, count: Int` becomes `"a", count: 1`.
  private static func values(for parameters: String) -> String {
    parameters.split(separator: ",").filter { !$0.contains("=") }.map { parameter in
      let halves = parameter.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard halves.count == 2 else { return "<#argument#>" }
      let label = halves[0].split(separator: " ").first.map(String.init) ?? "_"
      let value = samples[halves[1]] ?? "<#\(halves[1])#>"
      return label == "_" ? value : "\(label): \(value)"
    }.joined(separator: ", ")
  }

  private static let samples = [
    "String": "\"a\"", "Int": "1", "Double": "1", "Bool": "true", "Data": "Data()",
    "URL": "URL(filePath: \"/a\")", "TimeInterval": "1",
  ]
}
