import CoreData
import Foundation
import Testing

struct FactCoverageTests {
  static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
  static let report = tests.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/CoreData/FACTS.md")

  @Test func `the report of facts is true`() throws {
    let text = try FactCoverage(ofTestsIn: Self.tests).report(on: NumberedFact.all)
    if ProcessInfo.processInfo.environment["WRITE_FACTS"] != nil {
      try text.write(to: Self.report, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: Self.report, encoding: .utf8)
    #expect(
      written == text,
      "FACTS.md is out of date. Write it anew: WRITE_FACTS=1 swift test --filter FactCoverage")
  }

  @Test func `no fact of the groups A to P is without a test`() throws {
    let coverage = try FactCoverage(ofTestsIn: Self.tests)
    let promised = NumberedFact.all.filter { $0.group.count == 1 && $0.group <= "P" }
    #expect(promised.filter { !coverage.covers($0) }.map(\.id) == [])
  }

  @Test func `what is only observed is tested in suites that say so`() throws {
    let observed = Set(NumberedFact.all.filter { $0.mark == .observed }.map(\.id))
    let tests = try FactCoverage(ofTestsIn: Self.tests).all
    let misplaced = tests.filter { !$0.isObserved && !observed.isDisjoint(with: $0.facts) }
    #expect(misplaced.map(\.name) == [])
  }

  @Test func `a test of a fact runs under both runtimes, or there is a reason`() throws {
    let tests = try FactCoverage(ofTestsIn: Self.tests).all
    #expect(tests.filter { !$0.runsInBoth && OneRuntime(for: $0) == nil }.map(\.name) == [])
  }

  @Test func `a test knows the suites around it, and how it runs`() throws {
    // Written so that these are not taken for tests of this file.
    let (one, two) = ("`B7: one`", "`B8: two`")
    let source = """
      extension Outer {
        struct Observed {
          @Test(arguments: RuntimeKind.both)
          func \(one)(kind: RuntimeKind) throws {
            try kind.run {}
          }
        }
      }
      struct Plain {
        @Test func \(two)() {
          f()
        }
      }
      """
    let tests = FactTest.all(in: source)
    #expect(tests.map(\.facts) == [["B7"], ["B8"]])
    #expect(tests.map(\.suites) == [["Outer", "Observed"], ["Plain"]])
    #expect(tests.map(\.isObserved) == [true, false])
    #expect(tests.map(\.runsInBoth) == [true, false])
    #expect(OneRuntime(for: tests[1]) == nil)
  }

  @Test func `no test claims a fact that does not exist`() throws {
    let known = Set(NumberedFact.all.map(\.id))
    let claimed = try FactCoverage(ofTestsIn: Self.tests).tests
    #expect(claimed.keys.filter { !known.contains($0) }.sorted() == [])
  }

  @Test func `the table holds every fact once, in its group`() {
    #expect(NumberedFact.all.count == 259)
    #expect(Set(NumberedFact.all.map(\.id)).count == 259)
    let groups = NumberedFact.groups.map(\.letters)
    #expect(NumberedFact.all.allSatisfy { groups.contains($0.group) })
  }

  @Test(arguments: [
    ("K6: the table", ["K6"]), ("F8, F9: refresh", ["F8", "F9"]),
    ("C1 and C4: reads", ["C1", "C4"]), ("BR4: batch", ["BR4"]),
    ("a test without a fact: none", []), ("X: nothing", []),
  ])
  func `the facts of a test are read from the head of its name`(name: String, ids: [String]) {
    #expect(FactCoverage.facts(in: name) == ids)
  }

  @Test func `a fact without a test is reported as such`() {
    let facts = NumberedFact.all.filter { $0.group == "N" }
    let source = "  @Test func `N1: every save validates`() {\n  }"
    let report = FactCoverage(ofTestsIn: source).report(on: facts)
    #expect(report.contains("## N. Validation: 1 of 5"))
    #expect(report.contains("| N1 | D | every save validates | yes |"))
    #expect(report.contains("| N2 | D | codes and keys of validation errors | no |"))
  }
}
