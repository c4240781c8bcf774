import Foundation
import Interleaving
import LongTests
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// Pieces of the museums, asked about as a quiz does.
struct MuseumQuizTests {
  private struct Asked {
    let exhibit: Exhibit
    let quiz: Quiz
  }

  /// All that may be asked.
  private let asked: [Asked] = Catalogue.shipped.chapters.flatMap { chapter in
    Catalogue.shipped.exercises.filter { chapter.exercises.contains($0.id) }.flatMap { exercise in
      exercise.exhibits(in: chapter.id).compactMap { exhibit in
        Quiz(chapter, exhibit).map { Asked(exhibit: exhibit, quiz: $0) }
      }
    }
  }

  @Test(.long)
  func `every piece that is asked about is explored to the end, and right ones are right`()
    async throws
  {
    let judge = Judge()
    let folder = try TemporaryFolder()
    var shares: [String: Int] = [:]
    for asked in LongTests.part(of: asked) {
      let exhibit = asked.exhibit
      let counts = try await judge.tally(
        of: exhibit, by: try await judge.samples(of: exhibit.exercise),
        in: folder.url.appending(path: "scratch"))
      #expect(counts.isComplete, "\(asked.quiz.name)")
      let failing = counts.count(of: [], in: exhibit.program.scenario)
      if exhibit.card.verdict == .pass { #expect(failing == 0, "\(asked.quiz.name)") }
      shares[Question.Share(failing, of: counts.schedules).rawValue, default: 0] += 1
    }
    if LongTests.isTenth { return }
    // So that no answer can be learnt by heart.
    #expect(shares.keys.sorted() == ["every", "never", "some"])
    #expect(shares.values.allSatisfy { $0 * 3 < asked.count * 2 }, "\(shares)")
  }

  @Test func `a piece is built when its answer is wanted, and explored in its trial`() async throws
  {
    let exhibit = try #require(asked.map(\.exhibit).first { $0.card.name == "IgnoresTheError" })
    #expect(exhibit.program.runOnce().failures.isEmpty == false)
    let counts = try await Judge().explore(exhibit)
    #expect(counts.isComplete)
    #expect(counts.schedules > 0)
    #expect(counts.counts.values.reduce(0, +) == counts.schedules)
  }

  @Test func `nothing that is shown of a piece names it or says what is wrong with it`() {
    #expect(asked.count > 100)
    for asked in asked {
      for block in asked.quiz.step.shown {
        guard case .code(_, let lines) = block else { continue }
        #expect(lines.count <= 14)
        #expect(!lines.contains { $0.contains(asked.exhibit.card.name) || $0.contains("//") })
      }
    }
  }
}
