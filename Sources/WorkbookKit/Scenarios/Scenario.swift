/// A small concurrent program in several variants, and a question that exploring it answers.
///
///     extension Scenario {
///       static let lostRename = Scenario(
///         "problems/lost-rename", title: "The lost rename",
///         question: "Two people rename the room. Can a rename vanish without an error?",
///         outcomes: [
///           .allowed("conflict", "The second save is refused; nothing is lost."),
///           .forbidden("lost", "Both saves succeed and one rename is gone."),
///         ],
///         variants: [
///           .bug("...", idea: "...", expecting: .failing(2, of: 4)) { runtime in ... },
///           .fix("...", idea: "...", expecting: .passing(4)) { runtime in ... },
///         ])
///     }
public struct Scenario: Sendable {
  /// `chapter/name`
  public let id: String
  public let title: String
  public let question: String
  /// The outcomes it names itself; those of the engines come on top.
  public let outcomes: [Outcome]
  /// The first is `bug`.
  public let variants: [Variant]
  /// What cannot be explored, because it does not compile; to choose from all the same.
  public let refused: [RefusedProgram]

  public init(
    _ id: String, title: String, question: String, outcomes: [Outcome], variants: [Variant],
    refused: [RefusedProgram] = []
  ) {
    self.id = id
    self.title = title
    self.question = question
    self.outcomes = outcomes
    self.variants = variants
    self.refused = refused
  }

  /// The part of the id before the slash.
  public var chapter: String { String(id.prefix { $0 != "/" }) }

  /// The part of the id after the slash.
  public var name: String { String(id.drop { $0 != "/" }.dropFirst()) }

  public func variant(_ name: String) -> Variant? { variants.first { $0.name == name } }

  /// What the scenario says of an outcome, or else what the engines say.
  ///
  /// A name that is not declared is a mistake in the scenario, and counts as forbidden.
  public func outcome(_ name: String) -> Outcome {
    (outcomes + Outcome.builtIn).first { $0.name == name }
      ?? .forbidden(name, "The scenario does not declare this outcome.")
  }
}

// MARK: Mistakes that a chapter's test finds

extension Scenario {
  /// A mistake in how a scenario is written.
  public enum Flaw: Hashable, Sendable {
    case idWithoutChapter(String)
    case noBugFirst
    case noFix
    case variantTwice(String)
    case outcomeTwice(String)
    case noSentence(of: String)
    case bugThatNeverFails
    case fixThatFails(String)
  }

  /// Everything wrong with how this scenario is written, without running it.
  public var flaws: [Flaw] {
    var flaws: [Flaw] = []
    if chapter.isEmpty || name.isEmpty { flaws.append(.idWithoutChapter(id)) }
    if variants.first?.isBug != true { flaws.append(.noBugFirst) }
    if variants.allSatisfy(\.isBug) { flaws.append(.noFix) }
    flaws += repeated(variants.map(\.name)).map(Flaw.variantTwice)
    flaws += repeated(outcomes.map(\.name)).map(Flaw.outcomeTwice)
    flaws += outcomes.filter { $0.sentence.isEmpty }.map { .noSentence(of: $0.name) }
    for variant in variants {
      if variant.isBug && variant.expected.failing == 0 { flaws.append(.bugThatNeverFails) }
      if variant.name.hasPrefix("fix") && variant.expected.failing > 0 {
        flaws.append(.fixThatFails(variant.name))
      }
    }
    return flaws
  }

  private func repeated(_ names: [String]) -> [String] {
    names.indices.filter { names[..<$0].contains(names[$0]) }.map { names[$0] }
  }
}
