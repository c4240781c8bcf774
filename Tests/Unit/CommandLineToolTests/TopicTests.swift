import Testing
import WorkbookKit

@testable import CommandLineTool

/// What the texts behind the book speak of, and where it is run.
struct TopicTests {
  @Test func `each topic has a step that runs, measures or compiles a program`() throws {
    for topic in Topic.shipped {
      let step = try #require(Catalogue.shipped.step(topic.step), "\(topic.words): \(topic.step)")
      let prose = step.shown.compactMap(\.prose).joined()
      #expect(
        step.program != nil || prose.contains("benchmark engine") || step.showsRefusedProgram,
        "\(topic.words): \(topic.step)")
    }
  }

  @Test func `no topic stands there twice, and each chapter has one`() {
    let words = Topic.shipped.map(\.words)
    #expect(Set(words).count == words.count)
    let chapters = Set(Topic.shipped.map { $0.step.prefix { $0 != "/" } })
    let without = Catalogue.shipped.chapters.map(\.id).filter { !chapters.contains($0[...]) }
    #expect(without == [])
  }

  @Test func `they are listed with the command that leads there`() {
    let listed = Desk(catalogue: .shipped).output(of: "list --topics")
    for topic in Topic.shipped {
      let place = topic.step.split(separator: "/").joined(separator: " ")
      #expect(listed.contains("goto \(place)\n"), "\(topic.step)")
    }
  }
}

extension Step {
  /// Whether it shows what the compiler says of a program; a test of its own compiles those.
  fileprivate var showsRefusedProgram: Bool {
    shown.contains { block in
      guard case .drawing(let lines) = block else { return false }
      return lines.contains { $0.hasPrefix("error: ") }
    }
  }
}
