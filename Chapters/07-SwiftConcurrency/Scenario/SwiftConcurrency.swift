import Foundation
public import WorkbookKit

extension Chapter {
  /// Contexts among tasks and actors.
  public static let swiftConcurrency = Chapter(
    "swift-concurrency", number: 7, title: "Swift concurrency",
    summary: "A context is not an actor: what crosses an await, and what belongs in one block.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .returnedObject, .splitBlock, .actorOwner, .waitingExecutor, .fullPool, .taskIsNotBackground,
      .taskPerItem, .cancelledHalfWay, .mainActorClosure, .unchecked,
    ],
    exercises: ["like-button", "profile-loader", "stop-sync"],
    glossary: [
      Term(
        "suspend", "To stop at an await and leave the thread to others until the answer is there."),
      Term("re-entrant", "Letting the next call in while the one inside is suspended."),
      Term("isolation", "Which actor, if any, a piece of code may rely on to be alone."),
      Term("executor", "What runs an actor's code: the actor hands it one job after the other."),
      Term("cancelled", "Asked to stop; a task stops only where it looks."),
    ])
}
