public import IndependentEnumerator

/// One program, enumerated and explored.
public struct Comparison: Sendable {
  public let program: SmallProgram
  /// Outcomes that only the enumerator found, and only the engine.
  public let missed: [String]
  public let surplus: [String]
  public let outcomes: Int
  public let states: Int
  public let schedules: Int
  public let redundantRuns, redundantTogether: Int
  /// Where the engine does not agree with itself.
  public let disagreements: [String]

  /// How many schedules there are of which no two are alike; nil where that is not counted.
  public let classes: Int?

  public var differs: Bool {
    !missed.isEmpty || !surplus.isEmpty || (classes ?? schedules) != schedules
      || !disagreements.isEmpty
  }

  /// Nil if the program is too large for one of them, or has an order that does not end: the engine
  /// takes its time for that.
  public init?(
    _ program: SmallProgram, countingClasses: Bool, states: Int = 30_000, schedules: Int = 3000
  ) {
    guard let model = Enumeration(program, limit: states), !model.goesRound else {
      return nil
    }
    guard let run = EngineRun(program, schedules: schedules) else { return nil }
    self.program = program
    self.states = model.states
    self.schedules = run.schedules
    (redundantRuns, redundantTogether) = (run.redundantRuns, run.redundantTogether)
    disagreements = run.disagreements
    outcomes = model.outcomes.count
    classes =
      countingClasses ? ClassCount(program, limit: 4 * states)?.classes : nil
    missed = model.outcomes.subtracting(run.outcomes).sorted()
    surplus = run.outcomes.subtracting(model.outcomes).sorted()
  }
}

extension Comparison: CustomStringConvertible {
  public var description: String {
    func list(_ title: String, _ names: [String]) -> String {
      names.isEmpty ? "" : "\n\(title)\n" + names.map { "  \($0)\n" }.joined()
    }
    return "\(program)\n" + list("only the enumerator finds", missed)
      + list("only the engine finds", surplus)
      + list("the engine does not agree with itself", disagreements)
      + (classes.map { "\n\($0) schedules by the enumerator, \(schedules) by the engine\n" } ?? "")
  }
}
