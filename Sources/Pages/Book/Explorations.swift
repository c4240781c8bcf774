internal import Interleaving
internal import WorkbookKit

/// What exploring the programs of some steps gave, each explored once.
struct Explorations {
  private let results: [String: ExperimentResult]

  init(of steps: [Step]) throws {
    var programs: [Experiment] = []
    for program in steps.flatMap(\.programs)
    where !programs.contains(where: { $0.name == program.name }) {
      programs.append(program)
    }
    let explored = try programs.explored(forStory: true)
    results = Dictionary(uniqueKeysWithValues: explored.map { ($0.experiment.name, $0) })
  }

  subscript(program: Experiment) -> ExperimentResult? { results[program.name] }
}

extension Step {
  /// All programs that it shows or asks about.
  var programs: [Experiment] {
    (shown + reveal).compactMap(\.program) + (question?.programs ?? [])
  }
}

extension Block {
  var program: Experiment? {
    switch self {
    case .code(let program, _), .picture(let program, _, _): program
    case .prose, .drawing: nil
    }
  }
}

extension Question {
  /// The programs whose orders answer it; none where that would be somewhere else.
  var programs: [Experiment] {
    switch kind {
    case .how(let program, _), .ends(let program), .lost(let program, _), .line(let program, _),
      .order(let program, _, _), .impossible(let program, _):
      [program]
    case .write(let line): [line.program]
    case .choose(let candidates, _): candidates.compactMap(\.program)
    case .recognise(let program, _): [program]
    case .make(let program, _): [program]
    case .repair, .promised: []
    }
  }
}
