/// A schedule as something a person can read, say and type: `lost-update@1-x7k2:1B.4A~ghgj`.
///
/// Program, version, a check of its operations, and the choices at which the schedule leaves the
/// rule "keep the thread running; if it is blocked, take the first that can run".
/// `1B` means: at choice 1 go on with thread B. A is the main thread; `-` stands for no choice.
/// The marks at the end tell what is done at each choice; a code works without them, but then a
/// change of the program is noticed later.
public struct ReplayCode: Hashable, Sendable, CustomStringConvertible {
  /// The name of the program.
  public let name: String
  /// The version of the program.
  public let version: Int
  let check: String
  let deviations: [Deviation]
  let trail: [TrailMark]
  /// In place of the two above, where they would be too long.
  let dense: DenseChoices?

  /// The longest code that lists the choices at which a schedule leaves the usual rule.
  private static let longest = 119

  /// The code of a schedule that was run.
  init(name: String, version: Int, _ path: Path) {
    let code = ReplayCode(
      name: name, version: version, check: path.check, deviations: path.deviations,
      trail: path.trail)
    guard code.description.count > Self.longest, let dense = path.dense else {
      self = code
      return
    }
    self.init(name: name, version: version, check: path.check, dense: dense)
  }

  private init(
    name: String, version: Int, check: String, deviations: [Deviation] = [],
    trail: [TrailMark] = [], dense: DenseChoices? = nil
  ) {
    (self.name, self.version, self.check) = (name, version, check)
    (self.deviations, self.trail, self.dense) = (deviations, trail, dense)
  }

  public var description: String {
    let choices = deviations.map { "\($0.choice)\(Self.letters($0.thread))" }
    return "\(name)@\(version)-\(check):"
      + (dense?.description ?? (choices.isEmpty ? "-" : choices.joined(separator: ".")))
      + (trail.isEmpty ? "" : "~" + String(trail.map(\.character)))
  }

  /// The program's name as it stands in codes.
  public static func identifier(_ name: String) -> String {
    let allowed = name.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber || "/_-".contains(character))
        ? character : "-"
    }
    return String(allowed)
  }

  /// A, B, ... Z, AA, AB...
  static func letters(_ thread: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return thread < 26
      ? String(alphabet[thread]) : letters(thread / 26 - 1) + String(alphabet[thread % 26])
  }

  static func number(_ letters: Substring) -> Int? {
    guard (1...3).contains(letters.count) else { return nil }
    var number = 0
    for character in letters {
      guard let value = character.asciiValue, (65...90).contains(value) else { return nil }
      number = number * 26 + Int(value) - 64
    }
    return number <= ThreadSet.limit ? number - 1 : nil
  }
}

// MARK: Reading a code

extension ReplayCode {
  /// Reads a code, or says what is wrong with it.
  public init(_ text: String) throws(ReplayError) {
    guard let at = text.firstIndex(of: "@"), let colon = text.lastIndex(of: ":"), at < colon else {
      throw .damaged(text, "it should look like name@1-abcd:1B.4A")
    }
    let head = text[text.index(after: at)..<colon].split(
      separator: "-", omittingEmptySubsequences: false)
    guard head.count == 2, let version = Int(head[0]) else {
      throw .damaged(text, "between @ and : there should be a version and a check, as in 1-abcd")
    }
    guard head[1].count == 4, head[1].allSatisfy(Self.digits.contains) else {
      throw .damaged(text, "'\(head[1])' is no check; that is four letters or digits")
    }
    self.name = String(text[..<at])
    self.version = version
    self.check = String(head[1])
    let parts = text[text.index(after: colon)...].split(
      separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    let dense = DenseChoices(parts[0])
    self.dense = dense
    self.deviations = try dense == nil ? Self.readChoices(parts[0], in: text) : []
    self.trail = try parts.count == 1 ? [] : Self.readTrail(parts[1], in: text)
  }

  private static func readTrail(
    _ text: Substring, in code: String
  ) throws(ReplayError) -> [TrailMark] {
    let marks = text.compactMap(TrailMark.init)
    guard (1...trailLimit).contains(marks.count), marks.count == text.count else {
      throw .damaged(code, "'\(text)' after ~ is not what choices are marked with")
    }
    return marks
  }

  private static func readChoices(
    _ text: Substring, in code: String
  ) throws(ReplayError) -> [Deviation] {
    guard text != "-" else { return [] }
    var deviations: [Deviation] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let digits = part.prefix { $0.isNumber }
      guard let choice = Int(digits), choice > deviations.last?.choice ?? 0,
        let thread = number(part.dropFirst(digits.count))
      else {
        throw .damaged(code, "'\(part)' is no choice; that is a number and a thread, as in 4B")
      }
      deviations.append(Deviation(choice: choice, thread: thread))
    }
    return deviations
  }
}

// MARK: What it says of a schedule

extension ReplayCode {
  /// Everything but the name of the program.
  struct Path: Hashable, Sendable {
    var check = ""
    var deviations: [Deviation] = []
    var trail: [TrailMark] = []
    var dense: DenseChoices?

    init() {}

    init(_ model: RunModel) {
      check = ReplayCode.check(model.chosenSteps)
      deviations = model.deviations()
      trail = ReplayCode.trail(model.chosenSteps)
      // More make a code too long, with the marks that go with them.
      if deviations.count > 20 { dense = DenseChoices(model.chosenSteps) }
    }
  }
}

// MARK: The check

extension ReplayCode {
  static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// Four digits that depend on every operation of the schedule. `number` says what a thing counts as.
  static func check(
    _ steps: some Sequence<RunModel.Step>, number: (Int32) -> Int32 = { $0 }
  ) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for step in steps {
      let parts = [UInt64(step.thread), UInt64(step.signature.kind.rawValue)]
      for value in parts + [UInt64(bitPattern: Int64(number(step.signature.object)))] {
        hash = (hash ^ value) &* 0x100_0000_01b3
      }
    }
    return String(
      (0..<4).map { digits[Int(truncatingIfNeeded: (hash >> (UInt64($0) * 11 + 7)) & 31)] })
  }
}

/// Why a code could not be replayed.
public enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code cannot be read.
  case damaged(String, String)
  /// The code is of another program.
  case otherProgram(code: String, expected: String)
  /// The code is of another version of the program.
  case otherVersion(code: Int, expected: Int)
  /// The thread of a choice could not run there.
  case impossibleChoice(choice: Int, wanted: String, possible: [String])
  /// At a choice, the thread was about to do something else.
  case otherStep(choice: Int, thread: String, expected: String, found: String)
  /// The run was over before the choice came.
  case unusedChoice(choice: Int, of: Int)
  /// The run went on where that of the code was over.
  case furtherChoice(choice: Int, possible: [String])
  /// All choices were possible, but led through other operations.
  case otherOperations(expected: String, found: String)

  public var description: String {
    switch self {
    case .damaged(let code, let why): "'\(code)' is not a replay code: \(why)"
    case .otherProgram(let code, let expected):
      "the code is for '\(code)', not for '\(expected)'; replay it with that program"
    case .otherVersion(let code, let expected):
      "the code was made with version \(code) of the program, this is version \(expected); "
        + "explore again to get a new code"
    case .impossibleChoice(let choice, let wanted, let possible):
      "at choice \(choice) the code goes on with \(wanted), but only these can run: "
        + possible.joined(separator: ", ") + "; the program has changed since"
    case .otherStep(let choice, let thread, let expected, let found):
      "at choice \(choice) of the code \(thread) \(expected), but now it \(found); "
        + "the program has changed since"
    case .unusedChoice(let choice, let count):
      "the code has a choice \(choice), but the run had only \(count); "
        + "the program has changed since"
    case .furtherChoice(let choice, let possible):
      "the code has no choice \(choice), but here these could go on: "
        + possible.joined(separator: ", ") + "; the program has changed since"
    case .otherOperations(let expected, let found):
      "the code was made for operations with the check \(expected), these have \(found); "
        + "the program has changed since"
    }
  }
}
