import Testing
import WorkbookKit

@testable import CommandLineTool

struct SourceCommandTests {
  private let desk = Desk(catalogue: .shipped)

  @Test func `a fix is shown as a change of the bug's lines`() {
    let fix = desk.output(of: "fix deadlocks/crossed")
    let lines = fix.split(separator: "\n")
    #expect(lines.contains("-   index.performAndWait {"))
    #expect(lines.contains("+   imports.performAndWait {"))
    #expect(fix.contains("Also: fix-apart"))
    #expect(desk.output(of: "diff crossed fix-apart").contains("let known"))
  }

  @Test func `every scenario has a change from its bug to each of its fixes`() {
    for scenario in Catalogue.shipped.scenarios {
      for fix in scenario.variants where fix.name.hasPrefix("fix") {
        let change = scenario.change(from: scenario.variants[0], to: fix)
        #expect(change?.lines.contains { $0.change != .stays } == true, "\(scenario.id)")
      }
    }
  }

  @Test func `source shows the program and what it needs of its file`() {
    let source = desk.output(of: "source confinement/import-operation fix")
    #expect(source.contains("let operation = LateImport(contexts: ContextPerThread(chat))"))
    #expect(source.contains("private struct LateImport {"))
  }

  @Test func `a comparison ends with the change`() {
    let page = desk.output(of: "compare deadlocks/ping-pong")
    #expect(page.contains("From bug to fix\n"))
    #expect(page.split(separator: "\n").suffix(20).contains { $0.hasPrefix("+ ") })
  }

  @Test func `a comparison shows a conflict, and what each of the five policies would write`() {
    let page = desk.output(of: "compare conflicts/default-policy")
    #expect(page.contains("Room p1: read at version 1, now at version 2."))
    #expect(page.contains("\n  name      \"Harbour\"  \"Pier\" *  \"Harbour\"\n"))
    #expect(page.contains("\n  topic     nil        nil       \"Ferries\" *\n"))
    for line in [
      "error         -          -          the save fails",
      "store trump   \"Pier\"     \"Ferries\"  the merged row is written",
      "object trump  \"Pier\"     \"Ferries\"  the merged row is written",
      "overwrite     \"Pier\"     nil        the merged row is written",
      "rollback      \"Harbour\"  \"Ferries\"  the store's row stays",
    ] {
      #expect(page.contains("\n  \(line)\n"), "\(line)")
    }
    #expect(!desk.output(of: "compare deadlocks/ping-pong").contains("The conflict"))
  }
}
