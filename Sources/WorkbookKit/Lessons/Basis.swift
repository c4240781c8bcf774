internal import CoreData

/// Who promises what a step teaches; the later, the weaker.
public enum Basis: String, Sendable, Hashable, CaseIterable {
  /// Apple's documents say it, or the language does.
  case documented
  /// Widely seen, and promised by no document.
  case observed
  /// Measured here, or decided by this book's engine where nothing is known.
  case engine

  /// One sign beside a verdict, with a letter as its ASCII spelling.
  public var glyph: String {
    switch self {
    case .documented: "Ⓓ"
    case .observed: "Ⓞ"
    case .engine: "Ⓔ"
    }
  }

  public var name: String { self == .engine ? "this engine" : rawValue }

  /// What it is called among the answers to whether something is promised.
  var answer: String {
    switch self {
    case .documented: "documented"
    case .observed: "widely seen, not promised"
    case .engine: "in this book's engine only"
    }
  }

  public var meaning: String {
    switch self {
    case .documented: "Apple's documents promise it, or the language does"
    case .observed: "widely seen, and promised by no document"
    case .engine:
      "measured in this book's engine, or decided by it where Apple's systems are not known"
    }
  }
}

/// Something that a step rests on, as its lesson cites it:
///
///     <!-- facts B3, F14, swift -->
///
/// A number is that of a fact of `Sources/CoreData/FACTS.md`. Beside them stand `swift` and `apple`,
/// for what the language and Apple's other frameworks promise, `observed`, for what was seen of
/// these, and `engine`, for figures and for all that only this book's engine shows.
public struct Citation: Sendable, Hashable {
  public let name: String
  public let basis: Basis
  /// `B3, perform is one event: documented by Apple`
  public let words: String

  /// Nil: there is no such fact.
  init?(_ name: String) {
    self.name = name
    switch name {
    case "swift": (basis, words) = (.documented, "What the language does: documented by Swift")
    case "apple":
      (basis, words) = (.documented, "What other parts of the system do: documented by Apple")
    case "observed":
      (basis, words) = (.observed, "What compiler and system do here: widely seen, not promised")
    case "engine":
      (basis, words) = (.engine, "Figures and decisions of this book's engine: measured here")
    default:
      guard let fact = NumberedFact.all.first(where: { $0.id == name }) else { return nil }
      let (basis, promise) = Self.promise(of: fact)
      self.basis = basis
      words = "\(fact.id), \(fact.subject): \(promise)"
    }
  }

  private static func promise(of fact: NumberedFact) -> (Basis, String) {
    switch fact.mark {
    case .documented: (.documented, "documented by Apple")
    case .observed: (.observed, "widely seen, not promised")
    case .uncertain: (.engine, "not known, a switch of this book's engine decides")
    }
  }
}

extension Step {
  /// As weak as the weakest of what it cites; nil if it cites nothing.
  public var basis: Basis? { cited.basis }

  /// Its second question, to be asked by itself.
  public var askingForPromise: Step? {
    guard let promise else { return nil }
    var step = Step(title: "Is it promised?", line: promise.line)
    step.question = promise
    step.cited = cited
    return step
  }

  /// What an answer to its second question is remembered by.
  public static func promise(of name: String) -> String { name + "/promised" }
}

extension Sequence<Citation> {
  var basis: Basis? { Basis.allCases.last { basis in contains { $0.basis == basis } } }
}
