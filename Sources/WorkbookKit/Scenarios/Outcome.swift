/// A way a scenario can end, with the sentence a reader is told about it.
public struct Outcome: Sendable, Hashable {
  /// How the rules of Core Data look at it.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// What the author of the code meant to happen.
    case allowed
    /// Legal, and worth knowing that it happens at all.
    case interesting
    /// The bug.
    case forbidden
  }

  /// Short and stable: `both-kept`. A program names it with `runtime.outcome(_:)`.
  public let name: String
  public let kind: Kind
  public let sentence: String

  /// An outcome by its kind; `allowed`, `interesting` and `forbidden` read better.
  public init(_ name: String, _ kind: Kind, _ sentence: String) {
    self.name = name
    self.kind = kind
    self.sentence = sentence
  }

  public static func allowed(_ name: String, _ sentence: String) -> Outcome {
    Outcome(name, .allowed, sentence)
  }

  public static func interesting(_ name: String, _ sentence: String) -> Outcome {
    Outcome(name, .interesting, sentence)
  }

  public static func forbidden(_ name: String, _ sentence: String) -> Outcome {
    Outcome(name, .forbidden, sentence)
  }
}

// MARK: What the engines notice by themselves

extension Outcome {
  /// No thread can go on. A scenario never names it; the scheduler does.
  public static let hang = Outcome.forbidden(
    "hang", "Nothing can go on: the program hangs.")

  /// A thread goes round without end, or blocks where the scheduler cannot see it.
  public static let endless = Outcome.forbidden(
    "endless", "The program does not come to an end.")

  /// The confinement checker saw an object touched outside its context's queue.
  public static let violation = Outcome.forbidden(
    "violation", "An object was touched outside the queue of its context.")

  /// The race detector saw two unordered accesses, one of them a write.
  public static let race = Outcome.forbidden(
    "race", "Two threads touched the same thing at once, and one of them changed it.")

  /// The program failed: it said so, or threw an error that was not caught.
  public static let failure = Outcome.forbidden(
    "failure", "The program failed with an error that was not handled.")

  /// The program came to its end and named no outcome.
  public static let unnamed = Outcome.forbidden(
    "unnamed", "The program ended without saying how.")

  /// Every outcome that an engine may add to those of a scenario.
  public static let builtIn: [Outcome] = [hang, endless, violation, race, failure, unnamed]
}
