import EnumeratorComparison
import IndependentEnumerator
import LongTests
import Testing

/// A tenth of the whole comparison (`compare-orders`), always the same programs, and none large.
struct RandomProgramsTests {
  private static let perFamily = 26

  @Test(arguments: LongTests.all(Family.allCases, orFirst: 4))
  func `the engine finds every outcome of random programs, and no other`(_ family: Family) {
    let round = Round(
      family, from: 0, count: Self.perFamily, shrinking: 1, statesAtMost: 350, schedules: 40)
    let example = round.differences.first?.smallest.description ?? ""
    #expect(round.differences.count == 0, "\(example)")
    #expect(round.compared == Self.perFamily)
    #expect(round.redundantRuns * 20 < round.schedules, "\(round.summary)")
    #expect(round.redundantTogether * 20 < round.schedules, "\(round.summary)")
    #expect(round.outcomes > round.compared, "programs with one outcome each show nothing")
  }
}
