import Interleaving
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

/// Pieces of the museums, asked about as a quiz does.
@Suite struct MuseumQuizTests {
  private struct Asked {
    let exercise: any CheckedExercise
    let exhibit: Exhibit
    let quiz: Quiz
  }

  /// All that may be asked.
  private let asked: [Asked] = Catalogue.shipped.chapters.flatMap { chapter in
    Catalogue.shipped.exercises.filter { chapter.exercises.contains($0.id) }.flatMap { exercise in
      exercise.exhibits(in: chapter.id).compactMap { exhibit in
        Quiz(chapter, exhibit).map { Asked(exercise: exercise, exhibit: exhibit, quiz: $0) }
      }
    }
  }

  @Test func `every piece that is asked about is explored to the end, and right ones are right`()
    throws
  {
    var shares: [String: Int] = [:]
    for asked in asked {
      let result = try asked.exhibit.program.explore()
      #expect(result.exploration.coverage.isComplete, "\(asked.quiz.name)")
      let failing = result.table().failing
      if asked.exhibit.card.verdict == .pass { #expect(failing == 0, "\(asked.quiz.name)") }
      let share = Question.Share(failing, of: result.exploration.schedules)
      shares[share.rawValue, default: 0] += 1
    }
    // So that no answer can be learnt by heart.
    #expect(shares.keys.sorted() == ["every", "never", "some"])
    #expect(shares.values.allSatisfy { $0 * 3 < asked.count * 2 }, "\(shares)")
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
