import ControlledDispatch
import Foundation
import Interleaving
import LongTests
import Testing

@testable import WorkbookKit

/// What is said of plain variables: never something of a program in which nothing races, and of each
/// program in which something does.
@Suite(.long, .serialized) struct MemoryAccessTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  private func reports(_ folder: String, isOptimized: Bool) async throws -> [TryReport] {
    let source = try TriedSource(Self.fixtures.appending(path: folder).path)
    var options = TryOptions()
    options.budget = 300
    options.isOptimized = isOptimized
    switch try await Tryout().run(source, options) {
    case .tried(let reports): return reports
    case .rejected(let words):
      Issue.record("\(words)")
      return []
    }
  }

  @Test(.long, arguments: [false, true])
  func `nothing is said of programs in which nothing races`(isOptimized: Bool) async throws {
    let reports = try await reports("RaceFree", isOptimized: isOptimized)
    let alarms = reports.filter { !$0.findings.isEmpty || !$0.isExhaustive || !$0.seesMemory }
    for report in alarms { Issue.record("\(report.scenario): \(report.found)") }
    print("race-free programs: \(reports.count), false alarms: \(alarms.count)")
    #expect(reports.count >= 60)
  }

  @Test(.long, arguments: [false, true])
  func `each race is found`(isOptimized: Bool) async throws {
    let reports = try await reports("Racy", isOptimized: isOptimized)
    let missed = reports.filter { report in !report.findings.contains { $0.kind == .race } }
    for report in missed {
      Issue.record("\(report.scenario): \(report.found) \(report.reason ?? "")")
    }
    print("racy programs: \(reports.count), missed: \(missed.count)")
    #expect(reports.count >= 40)
  }

  @Test func `the image cache of the README races for its count`() async throws {
    let file = Self.fixtures.appending(path: "Tried/ImageCache.swift")
    let readme = Self.fixtures.appending(path: "../../README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let scenario = try #require(text.firstRange(of: "func scenario"))
    #expect(try String(contentsOf: readme, encoding: .utf8).contains(text[scenario.lowerBound...]))
    guard case .tried(let reports) = try await Tryout().run(TriedSource(file.path)) else {
      Issue.record("it does not compile")
      return
    }
    let report = try #require(reports.first)
    #expect(report.findings.map(\.kind) == [.race, .broken])
    #expect(report.findings.first?.sentence.hasPrefix("ImageCache.swift:27 writes `loads`") == true)
    #expect(report.isExhaustive)
  }

  @Test func `a race is told with both lines, and what it leads to is explored`() async throws {
    let report = try await TryDesk.report(
      """
      final class Counter { var count = 0 }
      func scenario(_ s: Stage) {
        let counter = Counter()
        s.thread("A") { counter.count += 1 }
        s.thread("B") { counter.count += 1 }
        s.expect("both") { counter.count == 2 }
      }
      """)
    #expect(report.findings.map(\.kind) == [.race, .broken])
    let race = try #require(report.findings.first)
    #expect(race.sentence.contains("Mine.swift:4 "))
    #expect(race.sentence.contains("`count`, :5 "))
    #expect(race.sentence.contains("nothing orders them"))
    #expect(report.findings.last?.timeline?.steps.contains { $0.text == "reads count" } == true)
    #expect(report.isExhaustive)
  }

  /// The accessor reads before it hands the variable out, on no line.
  @Test func `what an accessor of the compiler's reads is a step`() async throws {
    let report = try await TryDesk.report(
      """
      @propertyWrapper struct Wrapped {
        private var value: Int
        init(wrappedValue: Int) { value = wrappedValue }
        var wrappedValue: Int { get { value } set { value = newValue } }
      }
      final class Likes { @Wrapped var count = 0; dynamic var views = 0 }
      func scenario(_ s: Stage) {
        let likes = Likes()
        s.thread("A") { likes.count += 1 }
        s.thread("B") { likes.count = 5 }
        s.expect("B is not first") { likes.count != 6 }
        s.expect("A is not first") { likes.count != 5 }
        s.expect("nothing is lost") { likes.count != 1 }
      }
      """)
    let broken = Set(report.findings.filter { $0.kind == .broken }.map(\.sentence))
    #expect(
      broken == ["\"B is not first\"", "\"A is not first\"", "\"nothing is lost\""],
      "\(report.found)")
    #expect(report.isExhaustive)
  }

  @Test func `what a condition binds is read from the variable that has it`() async throws {
    let report = try await TryDesk.report(
      """
      final class Throttle {
        var stamp: Int?
        func go() {
          if let last = stamp, last > 0 { return }
          stamp = 1
        }
      }
      func scenario(_ s: Stage) {
        let throttle = Throttle()
        s.thread("A") { throttle.go() }
        s.thread("B") { throttle.go() }
      }
      """)
    let races = report.findings.filter { $0.kind == .race }.map(\.sentence)
    #expect(!races.isEmpty && races.allSatisfy { $0.contains("`stamp`") }, "\(races)")
  }

  @Test func `of several variables on a line the one that is touched is named`() async throws {
    let report = try await TryDesk.report(
      """
      final class Model { var name = "", count = 0; let log = Log() }
      final class Log { var lines = 0 }
      func scenario(_ s: Stage) {
        let model = Model()
        s.thread("A") { model.name = "a"; model.count = 1; print(model) }
        s.thread("B") { model.count = 2 }
        s.thread("C") { model.log.lines = 1 }
        s.thread("D") { model.log.lines += 1; print(model.name.count) }
      }
      """)
    let races = report.findings.filter { $0.kind == .race }.map(\.sentence)
    #expect(races.contains { $0.contains("`count`") }, "\(races)")
    #expect(races.contains { $0.contains("`lines`") })
    #expect(!races.contains { $0.contains("`model`") || $0.contains("`log`") })
  }

  @Test func `a lazy global is made in whichever order threads come to it`() throws {
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      let result = try explore("global", options: ExplorationOptions(method)) { runtime in
        let log = runtime.atomic("log", "")
        for name in ["A", "B"] {
          runtime.thread(name) {
            LazyGlobals.once(1) { log.change("adds to") { $0 += "makes" + name } }
            _ = log.load()
          }
        }
        runtime.atEnd { runtime.outcome(log.load()) }
      }
      #expect(Set(result.outcomes.map(\.name)) == ["makesA", "makesB"])
      #expect(result.coverage.isComplete)
    }
  }
}
