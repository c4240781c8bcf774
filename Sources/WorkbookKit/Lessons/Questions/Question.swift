/// What a step asks before it shows the answer. The truth is never written down: the explorer
/// judges every answer.
public struct Question: Sendable {
  public enum Kind: Sendable {
    /// Does it end so never, in some orders or in every order? Without names: does it go wrong?
    case how(Experiment, outcomes: [String])
    /// Which outcomes can happen? Hang and violation are always among those to choose from.
    case ends(Experiment)
    /// Which program is right? With an outcome: which one can end so?
    case choose([Candidate], outcome: String?)
    /// In which step of the log that is shown was it lost: from where on does every order go wrong?
    case lost(Experiment, steps: [String])
    /// At which line does that happen, or does it stand still?
    case line(Experiment, lines: [String])
    /// Which program hangs like that? Shown is how one does, in other names.
    case recognise(Experiment, among: [Experiment])
    /// Be the scheduler: reach an outcome by hand.
    case make(Experiment, outcome: String)
    /// An exercise of the chapter.
    case repair(exercise: String)
  }

  /// A program to choose.
  public struct Candidate: Sendable {
    public enum Kind: Sendable {
      case program(Experiment)
      /// It does not compile.
      case refused(RefusedProgram)
    }

    /// What it does, in words; nil: the lines that differ say it.
    public let words: String?
    public let kind: Kind

    /// The name of the answer that it is.
    public var key: String {
      switch kind {
      case .program(let program): program.name
      case .refused(let refused): refused.name
      }
    }

    /// Nil where there is nothing to explore.
    public var program: Experiment? {
      if case .program(let program) = kind { program } else { nil }
    }
  }

  /// What a wrong answer gives away.
  public struct Remark: Sendable, Hashable {
    public let belief: Belief?
    /// What to say to it, instead of the belief's own rule.
    public let words: String
  }

  public let kind: Kind
  public let words: String
  /// Its line in the lesson.
  public let line: Int
  /// By the key of the answer.
  public let remarks: [String: Remark]
}

extension Question {
  /// The question that can be asked about any program: how often does it go wrong?
  public static func standard(_ program: Experiment, words: String = "It goes wrong:") -> Question {
    Question(kind: .how(program, outcomes: []), words: words, line: 0, remarks: [:])
  }
}

// MARK: What can be answered

extension Question {
  /// One possible answer.
  public struct Option: Sendable, Hashable {
    /// Stable, for the list of attempts: `some`, the name of an outcome or of a variant.
    public let key: String
    public let words: String
  }

  public var options: [Option] {
    switch kind {
    case .how:
      [
        Option(key: Share.never.rawValue, words: "never"),
        Option(key: Share.some.rawValue, words: "in some orders"),
        Option(key: Share.every.rawValue, words: "in every order"),
      ]
    case .ends(let program):
      Self.outcomes(of: program).map {
        Option(key: $0.name, words: "\($0.name): \($0.sentence)")
      }
    case .choose(let candidates, _):
      candidates.map {
        Option(key: $0.key, words: $0.words ?? $0.program?.variant.title ?? $0.key)
      }
    case .lost(_, let steps): steps.map { Option(key: $0, words: "in step \($0)") }
    case .line(_, let lines): lines.map { Option(key: $0, words: $0) }
    case .recognise(_, let candidates):
      candidates.map { Option(key: $0.scenario.id, words: $0.scenario.title) }
    case .make, .repair: []
    }
  }

  /// Those of the scenario, and what is always offered.
  private static func outcomes(of program: Experiment) -> [Outcome] {
    let named = program.scenario.outcomes
    let always: [Outcome] = [.hang, .violation]
    return named + always.filter { offered in !named.contains { $0.name == offered.name } }
  }

  /// Several options may be right together.
  public var takesSeveral: Bool { if case .ends = kind { true } else { false } }

  /// In how many of its orders something happens.
  public enum Share: String, Sendable, Hashable, CaseIterable {
    case never, some, every

    init(_ part: Int, of whole: Int) {
      self = part == 0 ? .never : part == whole ? .every : .some
    }
  }
}
