import EnumeratorComparison
import IndependentEnumerator
import Testing

/// A small part of the whole comparison (`compare-orders`), always the same programs.
struct RandomProgramsTests {
  private static let perFamily = 7

  @Test(arguments: Family.allCases)
  func `the engine finds every outcome of random programs, and no other`(_ family: Family) {
    let round = Round(family, from: 0, count: Self.perFamily, shrinking: 1, schedules: 200)
    let example = round.differences.first?.smallest.description ?? ""
    #expect(round.differences.count == 0, "\(example)")
    #expect(round.compared == Self.perFamily)
    #expect(round.outcomes > round.compared, "programs with one outcome each show nothing")
  }
}
