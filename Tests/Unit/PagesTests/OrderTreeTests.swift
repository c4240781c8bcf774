import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// The orders that a page lets its reader play, where all are too many.
struct OrderTreeTests {
  /// What is asked in the book: a program, and the ending to reach by hand.
  private static let asked = Catalogue.shipped.chapters.flatMap(\.path).compactMap {
    step -> (program: Experiment, goal: String)? in
    guard case .make(let program, let goal)? = step.question?.kind else { return nil }
    return (program, goal)
  }

  private func ends(_ tree: OrderTree, _ program: Experiment) -> Set<String> {
    Set(tree.nodes.compactMap { $0.end.map { program.outcome(of: $0).name } })
  }

  @Test(.long) func `a reader who is asked to make it hang can`() {
    #expect(!Self.asked.isEmpty)
    for (program, goal) in Self.asked {
      #expect(ends(OrderTree(program), program).contains(goal), "\(program.name)")
    }
  }

  @Test func `fewer orders are a part of all orders`() throws {
    let program = try #require(Self.asked.first).program
    let whole = OrderTree(program)
    #expect(whole.overtakings == nil)
    let part = OrderTree(program, most: whole.nodes.count - 1)
    #expect(part.overtakings != nil)
    #expect(part.orders < whole.orders && part.orders > 0)
    #expect(ends(part, program).isSubset(of: ends(whole, program)))
    // Every way through it comes to an end.
    #expect(part.nodes.allSatisfy { $0.end != nil || !$0.choices.isEmpty })
    #expect(
      part.nodes.allSatisfy { $0.choices.allSatisfy { part.nodes.indices.contains($0.node) } })
  }

  @Test(.long) func `the page of a program with too many orders says which of them it has`() throws
  {
    let programs = Catalogue.shipped.scenarios.map { Experiment($0, $0.variants[0]) }
    let program = try #require(
      programs.max { $0.variant.expected.schedules < $1.variant.expected.schedules })
    let page = SchedulerMarkup(program, goal: "hang", most: 400).markup.source
    #expect(page.utf8.count < 400_000)
    #expect(page.contains("Of the many orders, those are in this page"))
    #expect(page.contains(#""isWhole":false"#))
    let small = try #require(Self.asked.first)
    let all = SchedulerMarkup(small.program, goal: small.goal, most: 400).markup.source
    #expect(all.contains("ways to go on are in this page") && all.contains(#""isWhole":true"#))
  }
}
