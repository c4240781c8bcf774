import CoreData
import Foundation

/// Which facts the tests of this folder assert, read from the names of the tests themselves.
///
/// A test carries its facts first: `K6: the row that each policy writes`, `F8, F9: refresh`.
struct FactCoverage {
  /// The names of the tests, per fact.
  private(set) var tests: [String: [String]] = [:]
  /// All tests that carry facts, in the order of their files.
  private(set) var all: [FactTest] = []

  init(ofTestsIn folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let sources = (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    for file in sources { add(testsIn: try String(contentsOf: file, encoding: .utf8)) }
  }

  init(ofTestsIn source: String) { add(testsIn: source) }

  private mutating func add(testsIn source: String) {
    for test in FactTest.all(in: source) {
      all.append(test)
      for id in test.facts { tests[id, default: []].append(test.name) }
    }
  }

  /// The facts at the head of a test's name, before its first colon.
  static func facts(in name: String) -> [String] {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    let words = name[..<colon].split { $0 == "," || $0 == " " }.filter { $0 != "and" }
    let ids = words.filter { $0.wholeMatch(of: /[A-Z]{1,2}[0-9]+/) != nil }
    return ids.count == words.count ? ids.map(String.init) : []
  }

  func covers(_ fact: NumberedFact) -> Bool { tests[fact.id] != nil }

  /// The report: every fact, group by group, with a mark for those that a test asserts.
  func report(on facts: [NumberedFact]) -> String {
    let covered = facts.filter(covers).count
    var lines = [
      "# Facts", "",
      "What the module is built after, and which of it a test asserts: \(covered) of "
        + "\(facts.count) facts.",
      "Written by the test \"the report of facts is true\"; do not edit.", "",
      "D: documented by Apple. W: widely observed. U: uncertain, a switch decides.",
    ]
    for group in NumberedFact.groups {
      let members = facts.filter { $0.group == group.letters }
      let asserted = members.filter(covers).count
      lines += ["", "## \(group.letters). \(group.title): \(asserted) of \(members.count)", ""]
      lines += ["| fact | | about | test |", "|---|---|---|---|"]
      lines += members.map { fact in
        "| \(fact.id) | \(fact.mark.rawValue) | \(fact.subject) | \(covers(fact) ? "yes" : "no") |"
      }
    }
    return (lines + runtimes).joined(separator: "\n") + "\n"
  }

  /// The part of the report that says which tests run under one kind of runtime only.
  private var runtimes: [String] {
    var lines = [
      "", "## Runtimes", "",
      "\(all.filter(\.runsInBoth).count) of \(all.count) tests run under the live and the "
        + "controlled runtime. The others, and why:",
    ]
    for reason in OneRuntime.allCases {
      let names = all.filter { !$0.runsInBoth && OneRuntime(for: $0) == reason }.map(\.name)
      if names.isEmpty { continue }
      lines += ["", "It \(reason.rawValue).", ""] + names.sorted().map { "- \($0)" }
    }
    return lines
  }
}
