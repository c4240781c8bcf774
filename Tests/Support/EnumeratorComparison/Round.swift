public import IndependentEnumerator

/// Many random programs of one family.
public struct Round: Sendable {
  public struct Difference: Sendable {
    /// The number of the random program.
    public let number: Int
    public let smallest: Comparison
  }

  public let family: Family
  public private(set) var compared = 0
  public private(set) var tooLarge = 0
  public private(set) var outcomes = 0
  public private(set) var states = 0
  /// How many programs had their classes of schedules counted.
  public private(set) var counted = 0
  public private(set) var schedules = 0
  public private(set) var redundantRuns = 0
  /// The same of two jobs.
  public private(set) var redundantTogether = 0
  public private(set) var differences: [Difference] = []

  /// Goes through the numbers from `first` on until `count` programs have been compared.
  /// The first differences are made smaller, the others only counted.
  public init(
    _ family: Family, from first: Int, count: Int, shrinking: Int = 3, statesAtMost: Int = 30_000,
    schedules limit: Int = 3000
  ) {
    self.family = family
    var number = first
    while compared < count {
      defer { number += 1 }
      let program = SmallProgram.random(family, number: number)
      guard
        let comparison = Comparison(
          program, countingClasses: true, states: statesAtMost, schedules: limit)
      else {
        tooLarge += 1
        continue
      }
      compared += 1
      outcomes += comparison.outcomes
      states += comparison.states
      if comparison.classes != nil { counted += 1 }
      schedules += comparison.schedules
      redundantRuns += comparison.redundantRuns
      redundantTogether += comparison.redundantTogether
      guard comparison.differs else { continue }
      let smallest = differences.count < shrinking ? comparison.smallest : comparison
      differences.append(Difference(number: number, smallest: smallest))
    }
  }

  public var summary: String {
    "\(family.rawValue): \(compared) programs compared (\(tooLarge) too large), "
      + "\(states) states, \(outcomes) outcomes, \(schedules) schedules (counted on both sides for "
      + "\(counted) programs), "
      + "\(redundantRuns) redundant runs (\(redundantTogether) by two jobs), "
      + "\(differences.count) differences"
  }
}

extension Comparison {
  /// The same for the smallest program that still differs.
  public var smallest: Comparison {
    func compare(_ program: SmallProgram) -> Comparison? {
      Comparison(program, countingClasses: classes != nil)
    }
    return compare(program.shrunk { compare($0)?.differs == true }) ?? self
  }
}
