import Foundation

/// A test that carries facts, as its source shows it.
struct FactTest {
  let name: String
  let facts: [String]
  /// The names of the types around it, outermost first.
  let suites: [String]
  /// Its attributes, its signature and its body.
  let source: String

  /// All tests that carry facts in a source file. Relies on the formatter's indentation.
  static func all(in file: String) -> [FactTest] {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var types: [(indentation: Int, name: String)] = []
    var found: [FactTest] = []
    for (number, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      if let match = line.firstMatch(of: typeDeclaration) {
        types.removeAll { $0.indentation >= indentation }
        types.append((indentation, String(match.1).replacing("`", with: "")))
      }
      guard let match = line.firstMatch(of: testDeclaration) else { continue }
      let facts = FactCoverage.facts(in: String(match.1))
      if facts.isEmpty { continue }
      found.append(
        FactTest(
          name: String(match.1), facts: facts,
          suites: types.filter { $0.indentation < indentation }.map(\.name),
          source: source(around: number, indentation, in: lines)))
    }
    return found
  }

  private static func source(
    around number: Int, _ indentation: Int, in lines: [String]
  ) -> String {
    let end = String(repeating: " ", count: indentation) + "}"
    let first = lines[...number].lastIndex { $0.contains("@Test") } ?? number
    let last = lines[number...].firstIndex { $0 == end } ?? number
    return lines[first...max(first, last)].joined(separator: "\n")
  }

  nonisolated(unsafe) private static let typeDeclaration =
    /^ *(?:@Suite(?:\([^)]*\))? )?(?:private |fileprivate |final )*(?:struct|extension|enum|class|actor) (`[^`]+`|[A-Za-z0-9_.]+)/
  nonisolated(unsafe) private static let testDeclaration =
    /^ *(?:@Test(?:\(.*\))? )?func `([^`]+)`/
}

extension FactTest {
  var isObserved: Bool { suites.contains { $0.hasPrefix("Observed") } }

  /// Whether it runs under the live runtime and under the controlled one.
  var runsInBoth: Bool {
    source.contains("RuntimeKind.both") || source.contains("RuntimeKind.inBoth")
  }
}
