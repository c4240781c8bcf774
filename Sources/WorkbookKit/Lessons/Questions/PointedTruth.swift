internal import Interleaving

// What exploring says of questions that point at something: a step of a log, a line, a program that
// hangs as another one does.

extension Question {
  /// The sentence of the simplest failing order from which on every order goes wrong.
  func truth(ofStepIn program: Experiment) throws -> Truth {
    let failure = try program.explore(forStory: true).simplestFailure
    let turn = failure.flatMap {
      Story(of: Timeline(of: $0), ending: program.outcome(of: $0)).turn
    }
    let words = turn.map { "it is lost in step \($0); until then it could end well" }
    return Truth(
      right: Set([turn.map(String.init)].compactMap { $0 }), words: words ?? "", facts: [])
  }

  /// The lines of the program that the simplest failing order turns on.
  func truth(ofLineIn program: Experiment) throws -> Truth {
    guard let failure = try program.explore(forStory: true).simplestFailure,
      let source = SourceLines(of: program.variant)
    else { return Truth(right: [], words: "", facts: []) }
    let deciding = Set(failure.decidingPlaces.map { Int($0.line) })
    var right: [String: Int] = [:]
    for line in options.map(\.key) {
      let places = source.places(of: [line]) ?? []
      if let place = places.lazy.compactMap({ $0 }).first(where: deciding.contains) {
        right[line] = place
      }
    }
    let numbers = Set(right.values).sorted().map(String.init).joined(separator: " and ")
    return Truth(right: Set(right.keys), words: "line \(numbers)", facts: [])
  }

  /// Those of the programs that hang in the same way.
  func truth(like program: Experiment, _ candidates: [Experiment]) throws -> Truth {
    let shape = try program.disguise()
    var right: [Experiment] = []
    for candidate in candidates where try shape != nil && candidate.disguise() == shape {
      right.append(candidate)
    }
    return Truth(
      right: Set(right.map(\.scenario.id)),
      words: right.map(\.scenario.title).joined(separator: ", "), facts: [])
  }
}

extension Experiment {
  fileprivate func disguise() throws -> Disguise? {
    try explore(forStory: true).simplestFailure?.deadlock.map { Disguise(of: $0) }
  }
}

extension RunReport {
  /// Where the step stands after which every order goes wrong; if that has no line, or every order
  /// goes wrong from the start, where its threads never go on, or where it was seen to be wrong.
  fileprivate var decidingPlaces: [SourcePlace] {
    if let place = eventOfNoReturn.flatMap({ events[$0].place }) { return [place] }
    if let deadlock { return deadlock.members.map(\.place) }
    let failed = failedAt.flatMap { step in eventSteps.firstIndex(of: step) }
    return [failed.flatMap { events[$0].place }].compactMap { $0 }
  }
}
