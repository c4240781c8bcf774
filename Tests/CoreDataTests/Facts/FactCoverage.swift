import Foundation

/// Which facts the tests of this folder assert, read from the names of the tests themselves.
///
/// A test carries its facts first: `K6: the row that each policy writes`, `F8, F9: refresh`.
struct FactCoverage {
  /// The names of the tests, per fact.
  private(set) var tests: [String: [String]] = [:]

  init(ofTestsIn folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
      add(testsIn: try String(contentsOf: file, encoding: .utf8))
    }
  }

  init(ofTestsIn source: String) { add(testsIn: source) }

  private mutating func add(testsIn source: String) {
    for match in source.matches(of: /func `([^`]+)`/) {
      let name = String(match.1)
      for id in Self.facts(in: name) { tests[id, default: []].append(name) }
    }
  }

  /// The facts at the head of a test's name, before its first colon.
  static func facts(in name: String) -> [String] {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    let words = name[..<colon].split { $0 == "," || $0 == " " }.filter { $0 != "and" }
    let ids = words.filter { $0.wholeMatch(of: /[A-Z]{1,2}[0-9]+/) != nil }
    return ids.count == words.count ? ids.map(String.init) : []
  }

  func covers(_ fact: Fact) -> Bool { tests[fact.id] != nil }

  /// The report: every fact, group by group, with a mark for those that a test asserts.
  func report(on facts: [Fact]) -> String {
    let covered = facts.filter(covers).count
    var lines = [
      "# Facts", "",
      "What the module is built after, and which of it a test asserts: \(covered) of "
        + "\(facts.count) facts.",
      "Written by the test \"the report of facts is true\"; do not edit.", "",
      "D: documented by Apple. W: widely observed. U: uncertain, a switch decides.",
    ]
    for group in FactTable.groups {
      let members = facts.filter { $0.group == group.letters }
      let asserted = members.filter(covers).count
      lines += ["", "## \(group.letters). \(group.title): \(asserted) of \(members.count)", ""]
      lines += ["| fact | | about | test |", "|---|---|---|---|"]
      lines += members.map { fact in
        "| \(fact.id) | \(fact.confidence.rawValue) | \(fact.subject) | \(covers(fact) ? "yes" : "no") |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
