import Testing
import WorkbookKit

@testable import CommandLineTool

/// The examples that `help` shows work when pasted.
struct ExampleTests {
  /// These change answers, run the compiler, or need a file of the reader's; that they are
  /// understood and name what exists is all that can be asked here.
  private static let unsafe: Set<String> = [
    "check", "watch", "open", "solution", "reset", "undo", "accessors", "hint", "progress",
    "new", "draw", "page", "handout", "class", "try",
  ]

  static let lines = CommandTable.all.flatMap { syntax in
    syntax.examples.map { (name: syntax.name, line: $0) }
  }

  @Test func `every command has an example, and it is one of that command`() throws {
    for syntax in CommandTable.all {
      #expect(!syntax.examples.isEmpty, "\(syntax.name)")
      for example in syntax.examples {
        let parsed = try CommandTable.parser.parse(Words.split(example))
        #expect(parsed?.syntax.name == syntax.name, "\(example)")
      }
    }
  }

  @Test(arguments: lines.filter { !unsafe.contains($0.name) }.map(\.line))
  func `an example works`(line: String) throws {
    let desk = Desk(catalogue: .shipped)
    guard !line.contains("--live") else { return }  // needs the program itself: BinaryTests
    guard !line.contains("--fixed") else { return }  // asks ten questions: FixedQuizTests
    let status = desk.perform(line)
    // What the doctor finds is for the doctor's own tests.
    if !line.hasPrefix("doctor") {
      #expect(status == .done, "\(desk.errors)")
      #expect(desk.errors.isEmpty)
    }
  }

  @Test func `examples name exercises that exist`() throws {
    let known = Set(Catalogue.shipped.chapters.flatMap(\.exercises))
    for line in Self.lines.map(\.line) where line.contains("rename") {
      #expect(line.split(separator: " ").contains { known.contains(String($0)) }, "\(line)")
    }
  }
}
