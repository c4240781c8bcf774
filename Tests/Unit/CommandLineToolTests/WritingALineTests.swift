import LongTests
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// Questions that are answered with a line of Swift.
struct WritingALineTests {
  private static let lines: [(place: String, line: LineToWrite)] = Catalogue.shipped.chapters
    .flatMap { chapter in
      chapter.path.compactMap { step in
        step.question?.lineToWrite.map { ("\(chapter.id)/\(step.id)", $0) }
      }
    }

  @Test func `the line that stands there is not right`() throws {
    for (place, line) in Self.lines {
      #expect(!line.isRight(try line.program.explore().tally), "\(place)")
    }
  }

  @Test(.long) func `what the lesson calls right is right in every order`() async throws {
    for (place, line) in Self.lines {
      for model in line.models {
        let result = try await Judge().explore(model, as: line)
        guard case .explored(let tally) = result else {
          Issue.record("\(place): \(result)")
          continue
        }
        #expect(line.isRight(tally), "\(place): \(tally.counts)")
      }
    }
  }

  @Test func `a line is built and explored where it is typed, and says why it is wrong`() {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.output(of: "goto deadlocks save-without-standing-still").contains("**") == false)
    #expect(desk.output(of: "next").contains("a line of Swift"))
    let refused = desk.output(of: "chat.writer.perfrom { }")
    #expect(refused.hasPrefix("It does not compile. The question is still open."))
    #expect(refused.contains("error:"))
    let wrong = desk.output(of: "try chat.writer.performAndWait { try chat.writer.save() }")
    #expect(wrong.hasPrefix("No: frozen 1 of 1 order."), "\(wrong)")
    #expect(wrong.contains("\nOne that is right: chat.writer.perform"))
    #expect(wrong.contains("Right if a wait that ends took no time"))
    #expect(desk.session.store.progress.attempts.last?.beliefs == ["only-circles-block"])
    _ = desk.perform("again")
    let right = desk.output(of: "chat.writer.perform { attempt { try chat.writer.save() } }")
    #expect(right.hasPrefix("Right: smooth 1 of 1 order."), "\(right) \(desk.errors)")
  }

  @Test func `a command is no line`() {
    let desk = Desk(catalogue: .shipped)
    _ = desk.perform("goto deadlocks save-without-standing-still")
    #expect(desk.output(of: "version").hasPrefix("workbook"))
    #expect(desk.output(of: "skip").contains("Deadlocks"))
  }
}
