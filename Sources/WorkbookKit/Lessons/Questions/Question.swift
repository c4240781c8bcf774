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
    /// In which order can these steps come, ending so if an outcome is named?
    case order(Experiment, events: [Event], outcome: String?)
    /// Which of these logs is impossible: its steps come in this order in no run?
    case impossible(Experiment, logs: [[String]])
    /// Write a line of the program anew, so that it is right.
    case write(LineToWrite)
    /// Be the scheduler: reach an outcome by hand.
    case make(Experiment, outcome: String)
    /// An exercise of the chapter.
    case repair(exercise: String)
    /// Who promises what was just taught, and how one knows?
    case promised(Basis, because: String)
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

  /// A step of a run.
  public struct Event: Sendable, Hashable {
    /// As it is told: `importer enters queue import`.
    public let step: String
    /// As the question has it.
    public let words: String
  }

  /// What a wrong answer gives away.
  public struct Remark: Sendable, Hashable {
    public let belief: Belief?
    public let words: String
    /// Whether they are the belief's own rule, and nothing about this program.
    var isGeneral = false
  }

  public let kind: Kind
  public let words: String
  /// Its line in the lesson.
  public let line: Int
  /// By the key of the answer.
  public let remarks: [String: Remark]
  /// Nil: as the lesson has them.
  var order: OptionOrder?
}

extension Question.Kind {
  /// The verb that asks it in a lesson.
  public var name: String {
    switch self {
    case .how: "Predict"
    case .ends: "Ends"
    case .choose: "Choose"
    case .lost: "Lost"
    case .line: "Line"
    case .recognise: "Recognise"
    case .order: "Order"
    case .impossible: "Impossible"
    case .write: "Write"
    case .make: "Make"
    case .repair: "Repair"
    case .promised: "Promised"
    }
  }
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

  public var options: [Option] { order?.arranged(unordered) ?? unordered }

  private var unordered: [Option] {
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
    case .order(_, let events, _): events.map { Option(key: $0.step, words: $0.words) }
    case .impossible(_, let logs):
      logs.map { $0.joined(separator: Self.then) }.map { Option(key: $0, words: $0) }
    case .write, .make, .repair: []
    case .promised: Basis.allCases.map { Option(key: $0.rawValue, words: $0.answer) }
    }
  }

  /// Those of the scenario, and what is always offered.
  private static func outcomes(of program: Experiment) -> [Outcome] {
    let named = program.scenario.outcomes
    let always: [Outcome] = [.hang, .violation]
    return named + always.filter { offered in !named.contains { $0.name == offered.name } }
  }

  /// Several options may be right together, and only all of them are the answer. A choice says so
  /// in its words.
  public var takesSeveral: Bool {
    switch kind {
    case .ends: true
    case .choose: words.contains("all that")
    case .how, .lost, .line, .recognise, .order, .impossible, .write, .make, .repair, .promised:
      false
    }
  }

  /// All options are the answer, one after the other.
  public var takesOrder: Bool { if case .order = kind { true } else { false } }

  /// A line that is typed is the answer.
  public var lineToWrite: LineToWrite? { if case .write(let line) = kind { line } else { nil } }

  /// Whether something that is typed answers it.
  public var takesAnswer: Bool { !options.isEmpty || lineToWrite != nil }

  /// What stands before an option: a number, or a letter where the options speak for themselves.
  public func mark(_ index: Int) -> String {
    switch kind {
    case .how, .ends, .promised: "\(index + 1)"
    case .choose, .lost, .line, .recognise, .order, .impossible, .write, .make, .repair:
      String("ABCDEFGH".dropFirst(index).prefix(1))
    }
  }

  /// `A to C`
  public var range: String { "\(mark(0)) to \(mark(max(0, options.count - 1)))" }

  /// What answers it: `one of A to C`
  public var keys: String {
    if lineToWrite != nil { return "a line of Swift" }
    if takesOrder { return "\(range), each once, as in '\(example)'" }
    return takesSeveral
      ? "\(range), all that are right, as in '\(mark(0)) \(mark(2))'" : "one of \(range)"
  }

  /// The words, and how several are named.
  public var request: String {
    if takesOrder { return "\(words) (As `\(example)`.)" }
    return takesSeveral ? "\(words) (Several: `\(mark(0)) \(mark(2))`.)" : words
  }

  /// The last option first, so that it is no answer by itself.
  private var example: String {
    options.indices.reversed().map(mark).joined(separator: " ")
  }

  /// In how many of its orders something happens.
  public enum Share: String, Sendable, Hashable, CaseIterable {
    case never, some, every

    init(_ part: Int, of whole: Int) {
      self = part == 0 ? .never : part == whole ? .every : .some
    }
  }
}
