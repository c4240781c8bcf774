public import CoreData
public import Interleaving

/// One situation that an answer is put into. All orders of its events are tried.
///
/// A check has several, with different inputs, so that an answer cannot know the result.
public struct Trial<Contract>: Sendable {
  /// A program around the answer: it sets the stage, lets the answer act and names the outcome.
  public typealias Program = @Sendable (Contract, Runtime) throws -> Void

  /// Short and stable: `two-edits`.
  public let id: String
  /// How a run can end. All that are `allowed` must be reachable for the second star: an
  /// answer under which they are not has excluded more than the bug.
  public let outcomes: [Outcome]
  public let requirements: [Requirement]
  /// Outcomes that some order must end with, and what an answer is told under which none does.
  let musts: [String: String]
  /// Who calls the answer and what else goes on, for a reader who sees the answer alone. Nil where
  /// a quiz asks nothing.
  let meanwhile: String?
  /// How long one block may occupy the main queue, in virtual time, for the second star.
  public let mainLimit: Duration?
  /// Where it is written, for reports of what its main thread does.
  let place: SourcePlace
  let program: Program

  public init(
    _ id: String, outcomes: [Outcome], requirements: [Requirement] = [],
    musts: [String: String] = [:],
    meanwhile: String? = nil, mainLimit: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    program: @escaping Program
  ) {
    self.id = id
    self.outcomes = outcomes
    self.requirements = requirements
    self.musts = musts
    self.meanwhile = meanwhile
    self.mainLimit = mainLimit
    self.place = SourcePlace(file: file, line: line)
    self.program = program
  }

  /// A name that the trial does not declare is a mistake in the trial, and counts as forbidden.
  func outcome(_ name: String) -> Outcome {
    (outcomes + Outcome.builtIn).first { $0.name == name }
      ?? .forbidden(name, "The trial does not declare this outcome.")
  }
}

/// Something that must be seen to happen, so that an answer cannot pass by doing less.
public struct Requirement: Sendable {
  /// Short and stable: `saves-reach-the-store`.
  public let id: String
  /// What an answer is told that does not meet it.
  public let sentence: String
  /// Whether the log of one run shows it. Asked for one run of every outcome.
  let isMet: @Sendable ([TraceEvent]) -> Bool

  public init(
    _ id: String, _ sentence: String, isMet: @escaping @Sendable ([TraceEvent]) -> Bool
  ) {
    self.id = id
    self.sentence = sentence
    self.isMet = isMet
  }
}

extension Requirement {
  /// The context of this name must have done something of a kind.
  public static func work(
    _ kind: CoreDataFact.Kind, by context: String, _ sentence: String
  ) -> Requirement {
    Requirement("\(kind)-by-\(context)", sentence) { events in
      events.contains { event in
        guard let fact = event.fact as? CoreDataFact, fact.kind == kind else { return false }
        return switch fact {
        case .fetch(_, _, context), .willSave(context): true
        default: false
        }
      }
    }
  }

  /// A context of this name must not be saved while main waits: `performAndWait` on main runs the
  /// block there, however late the waiting thread is told.
  public static func savedBesideMain(_ context: String) -> Requirement {
    Requirement(
      "\(context)-saved-beside-main",
      "The main thread itself saves the context '\(context)', and the screen waits for it."
    ) { events in
      !events.contains { event in
        guard case .willSave(context)? = event.fact as? CoreDataFact else { return false }
        return event.thread == "main"
      }
    }
  }
}
