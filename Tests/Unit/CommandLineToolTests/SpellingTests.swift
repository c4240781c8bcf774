import Testing
import WorkbookKit

@testable import CommandLineTool

/// What people type, and what is understood.
struct SpellingTests {
  private let desk = Desk(catalogue: .shipped)

  @Test(arguments: [
    ("swift run workbook list", "list"), ("workbook explore basics", "explore basics"),
    ("run --help", "help run"), ("--help", "help"), ("-h", "help"), ("help --help", "help"),
    ("--version", "version"), ("list --json", "list --json"),
  ])
  func `habits are understood`(_ typed: String, _ meant: String) throws {
    let words = typed.split(separator: " ").map(String.init)
    #expect(Spelling.usual(words).joined(separator: " ") == meant)
  }

  @Test(arguments: [
    ("goto 6", "6 Deadlocks 1/"), ("goto deadlock", "6 Deadlocks 1/"),
    ("run crossed", "deadlocks/crossed"), ("run --help", "run SCENARIO"),
    ("help chart", "From a symptom"), ("help waiting", "performAndWait"),
    ("help T1", "temporary"), ("help forbidden", "allowed"), ("help star", "PASS"),
    ("open import-history", "ImportHistory.swift"),
  ])
  func `names are forgiving`(_ line: String, _ printed: String) {
    #expect(desk.output(of: line).contains(printed), "\(desk.errors)")
  }

  @Test(arguments: [
    ("deadlock", "did you mean 'goto deadlocks'?"),
    ("crossed", "did you mean 'run deadlocks/crossed'?"),
    ("run crosed", "did you mean 'deadlocks/crossed'?"),
    ("run basics/crossed", "did you mean 'deadlocks/crossed'?"),
  ])
  func `what is nearly a name is answered with it`(_ line: String, _ advice: String) {
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains(advice), "\(desk.errors)")
  }

  @Test func `the exercise of the step is meant when none is named`() {
    _ = desk.perform("goto deadlocks the-locked-outbox")
    #expect(desk.output(of: "open").contains("Outbox.swift"))
    _ = desk.perform("goto basics")
    #expect(desk.output(of: "open").contains("ImportHistory.swift"))
  }
}
