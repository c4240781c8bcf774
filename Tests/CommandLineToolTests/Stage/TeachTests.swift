import Testing
import WorkbookKit

@testable import CommandLineTool

@Suite struct TeachTests {
  @Test func `a chapter's sheet has the questions, and an order against each wrong answer`() throws
  {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("teach deadlocks") == .done)
    #expect(desk.output.contains("demo deadlocks, about 7 minutes"))
    #expect(desk.output.contains("right: in every order"))
    #expect(desk.output.contains("wrong: in some orders, as most rooms say"))
    let codes = desk.output.matches(of: #/replay (\S+)/#).map { String($0.1) }
    #expect(codes.count >= 4)
    for code in codes { #expect(Desk(catalogue: .shipped).perform("replay \(code)") == .done) }
  }

  @Test(arguments: [20, 45, 60, 90, 180])
  func `a run sheet fills its time, and says what to cut`(minutes: Int) throws {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("teach --minutes \(minutes)") == .done)
    #expect(desk.output.contains("\(minutes)  the end\n"))
    #expect(desk.output.contains("To cut, in this order: "))
    let demos = desk.output.matches(of: #/\d  demo ([a-z-]+)/#).map { String($0.1) }
    #expect(Set(demos).count == demos.count)
    #expect(demos.allSatisfy { Catalogue.shipped.chapter($0) != nil })
    if minutes >= 90 {
      #expect(demos.count == 3)
      #expect(desk.output.matches(of: #/open [a-z-]+/#).count == 2)
    }
  }

  @Test(arguments: [
    ("teach", "'teach' needs CHAPTER or --minutes N"),
    ("teach --minutes 5", "'5' is no value for '--minutes'; it takes at least 20"),
    ("teach --minutes x", "a whole number above 0"),
    ("teach deadlocks --minutes 90", "'teach' has no use for 'deadlocks'"),
    ("teach deadlokcs", "there is no chapter 'deadlokcs'"),
    ("demo", "'demo' needs CHAPTER"), ("demo nowhere", "there is no chapter 'nowhere'"),
  ])
  func `what cannot be taught is said`(line: String, problem: String) {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains(problem))
    #expect(desk.output.isEmpty)
  }
}
