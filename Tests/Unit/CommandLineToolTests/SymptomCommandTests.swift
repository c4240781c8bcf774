import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

struct SymptomCommandTests {
  private let desk = Desk(catalogue: .shipped)

  @Test func `every cause of every symptom leads to a scenario of the book`() {
    let scenarios = Set(Catalogue.shipped.scenarios.map(\.id))
    for symptom in Symptom.all {
      for cause in symptom.causes {
        #expect(scenarios.contains(cause.scenario), "\(symptom.id): \(cause.scenario)")
      }
    }
  }

  @Test func `a message is answered with its causes`() {
    let printed = desk.output(of: "symptom \"could not fulfill a fault\"")
    #expect(printed.contains("1. The row was deleted elsewhere"))
    #expect(printed.contains("explore live-lists/deleted-elsewhere"))
    #expect(printed.contains("explore basics/dead-context"))
  }

  @Test func `words need no quotes`() {
    #expect(desk.output(of: "symptom could not fulfill a fault").contains("deleted elsewhere"))
  }

  @Test func `what is not known is said, with status 1`() {
    #expect(desk.perform("symptom connection refused") == .notPassed)
    #expect(desk.output.contains("None of the symptoms"))
  }

  @Test func `a report is a file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID()).txt").path
    try Data("Termination Reason: 0x8BADF00D\n".utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(desk.output(of: "symptom \(file)").contains("did not answer"))
  }

  @Test func `a file that is not there is told with the way out`() {
    #expect(desk.perform("symptom /no/such/report.txt") == .usage)
    #expect(desk.errors.contains("there is no file '/no/such/report.txt'"))
  }

  @Test func `a program can read it`() {
    #expect(desk.output(of: "symptom 0x8badf00d --json").contains("\"id\":\"watchdog\""))
  }

  @Test func `the chart is made of the same table`() {
    let chart = HelpPage.chart.facts.map(\.term)
    #expect(chart == Symptom.all.compactMap(\.chartLine?.seen))
    #expect(chart.contains("stands still, no CPU"))
  }
}
