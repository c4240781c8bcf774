/// What a check says of an answer. Only `pass` marks progress.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
  case pass = "PASS"
  /// A forbidden outcome was reached, or the answer avoids the question.
  case wrong = "WRONG"
  case hang = "HANG"
  case crash = "CRASH"
  /// It does not build, or the check itself failed.
  case error = "ERROR"
  /// The proof is incomplete. Absence of evidence is never a pass.
  case inconclusive = "INCONCLUSIVE"
}

/// A verdict with everything that led to it; what `check --json` prints, one object a line.
public struct Judgement: Sendable, Hashable, Codable {
  public var schema = 1
  public var exercise: String
  /// The hash of the answer that was judged.
  public var contentHash: String
  public var verdict: Verdict
  public var cause: Cause?
  /// The wrong idea that the failing run gives away.
  public var misconception: String?
  /// Which of the three hints fits, from 0.
  public var rung: Int?
  /// The replay code of the simplest failing order.
  public var schedule: String?
  /// What happened in that order.
  public var timeline: Timeline?
  /// A hang: who waits for whom.
  public var cycle: WaitCycle?
  public var evidence: Evidence?
  /// What the answer printed in that order.
  public var printed: PrintedLines?
  /// What the kernel could not keep the answer from.
  public var caveat: String?
  /// Given to a pass only: what could still be gentler.
  public var stars: [StarNote] = []

  public init(exercise: String, contentHash: String, verdict: Verdict, cause: Cause? = nil) {
    self.exercise = exercise
    self.contentHash = contentHash
    self.verdict = verdict
    self.cause = cause
  }

  /// Why it is not a pass.
  public struct Cause: Sendable, Hashable, Codable {
    /// Stable, for programs: `outcome.lost`, `build.failed`, `ended.early`.
    public var code: String
    /// One sentence, in the terms of the exercise.
    public var rationale: String
    /// The rung of hint that fits.
    public var help: String?
    /// A failed build: what the compiler said, with file and line.
    public var detail: String?

    public init(code: String, rationale: String, help: String? = nil, detail: String? = nil) {
      self.code = code
      self.rationale = rationale
      self.help = help
      self.detail = detail
    }
  }

  /// How much was looked at.
  public struct Evidence: Sendable, Hashable, Codable {
    public var schedules: Int
    public var failing: Int
    /// False when the search was bounded or sampled.
    public var isExhaustive: Bool

    public init(schedules: Int, failing: Int, isExhaustive: Bool) {
      self.schedules = schedules
      self.failing = failing
      self.isExhaustive = isExhaustive
    }
  }
}

/// The second star of a right answer: earned, or missed with the reason.
public struct StarNote: Sendable, Hashable, Codable {
  public enum Matter: String, Sendable, Hashable, Codable {
    /// Nothing can overlap any more.
    case overSynchronised = "over-synchronised"
    /// The main queue waits longer than it needs to, in virtual time.
    case blocksMain = "blocks-main"
  }

  public var matter: Matter
  public var isEarned: Bool
  public var sentence: String

  public init(_ matter: Matter, isEarned: Bool, _ sentence: String) {
    self.matter = matter
    self.isEarned = isEarned
    self.sentence = sentence
  }
}

extension Judgement {
  public var exitStatus: ExitStatus {
    switch verdict {
    case .pass: .done
    case .wrong: .notPassed
    case .hang: .hangStopped
    case .crash: .crashed
    case .error: cause?.code == Cause.buildFailed ? .doesNotBuild : .fault
    case .inconclusive: .inconclusive
    }
  }
}

extension Judgement.Cause {
  /// The code of an answer that did not build.
  public static let buildFailed = "build.failed"
}
