import Testing

@testable import WorkbookKit

struct `A mutator` {
  private static let solution = """
    import CoreData

    struct Answer: Sends {
      func send(_ sheet: NSManagedObjectContext, sent: @escaping () -> Void) {
        let view = sheet.parent!
        sheet.perform {
          let id = draft.objectID
          try? sheet.save()
          view.perform { sent() }
        }
      }
    }
    """

  private func mutants(_ text: String = solution) -> [Mutant] {
    Mutator("Sender", text: text).mutants()
  }

  /// What a slip makes of the one line it is about.
  private func changed(_ slip: String) throws -> [String] {
    let mutant = try #require(mutants().first { $0.slip == slip })
    let diff = LineDiff(from: Self.solution, to: mutant.text)
    return diff.lines.filter { $0.change == .comes }.map { String($0.text.statement) }
  }

  @Test func `names the solution, the slip and the line`() {
    #expect(mutants().map(\.name).contains("Sender, without perform: sheet.perform {"))
  }

  @Test(arguments: [
    ("without perform: sheet.perform {", ["do {"]),
    ("without perform: view.perform { sent() }", ["do { sent() }"]),
    ("without the call: try? sheet.save()", ["()"]),
    ("turned round: let id = draft.objectID / try? sheet.save()", ["let id = draft.objectID"]),
    ("turned round: try? sheet.save() / view.perform { sent() }", ["try? sheet.save()"]),
    ("moved before its block: let id = draft.objectID", ["sheet.perform {"]),
    ("moved behind its block: view.perform { sent() }", ["view.perform { sent() }"]),
    ("with 'view' for 'sheet': try? sheet.save()", ["try? view.save()"]),
    ("with 'sheet' for 'view': view.perform { sent() }", ["sheet.perform { sent() }"]),
    ("twice: view.perform { sent() }", ["view.perform { sent() }"]),
  ])
  func `makes a slip`(slip: String, lines: [String]) throws {
    try #expect(changed(slip) == lines)
  }

  @Test(arguments: [
    ("done(error)", "done(nil)"), ("open(.failure(error))", "()"), ("throw error", "()"),
    ("try sheet.obtainPermanentIDs(for: [reply])", "()"),
    ("try view.performAndWait { try view.save() }", "do { try view.save() }"),
  ])
  func `knows how to get lines wrong`(line: String, wrong: String) {
    #expect(mutants("{\n  \(line)\n}").map(\.text).contains("{\n  \(wrong)\n}"))
  }

  @Test func `makes no slip twice, and none that changes nothing`() {
    let texts = mutants().map(\.text)
    #expect(Set(texts).count == texts.count)
    #expect(!texts.contains(Self.solution))
    #expect(Set(mutants().map(\.name)).count == texts.count)
  }

  @Test func `finds nothing to get wrong in a remark`() {
    #expect(mutants("// First sheet comes, then save() follows.\n// done(x)").isEmpty)
  }
}
