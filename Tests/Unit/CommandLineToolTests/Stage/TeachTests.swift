import Testing
import WorkbookKit

@testable import CommandLineTool

struct TeachTests {
  @Test func `a chapter's sheet has the questions, and an order against each wrong answer`() throws
  {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("teach deadlocks") == .done)
    #expect(desk.output.contains("demo deadlocks, about 7 minutes"))
    #expect(desk.output.contains("right: in every order"))
    #expect(desk.output.contains("wrong: in some orders, a common guess"))
    let codes = desk.output.matches(of: #/replay (\S+)/#).map { String($0.1) }
    #expect(codes.count >= 4)
    for code in codes { #expect(Desk(catalogue: .shipped).perform("replay \(code)") == .done) }
  }

  @Test(arguments: [
    ("teach", "'teach' needs CHAPTER or --minutes N"),
    ("teach --minutes 5", "'5' is no value for '--minutes'; it takes 20 to "),
    ("teach --minutes x", "a whole number above 0"),
    ("teach deadlocks basics", "'teach' has no use for 'basics'"),
    ("teach --goal hang", "'teach' needs --minutes N"),
    ("teach --goal money --minutes 90", "'money' is no value for '--goal'"),
    ("teach deadlokcs --minutes 90", "there is no chapter 'deadlokcs'"),
    ("teach deadlocks conflicts basics --minutes 20", "it takes 40 to "),
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
