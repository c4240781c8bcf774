import CoreData
import Interleaving
import WorkbookKit

/// A run of the test with a sender that keeps its promise.
func passing(_ id: String, _ kind: Sender.Kind, _ what: String) -> Trial<any TestsTheSender> {
  testing(
    id, kind,
    [
      .allowed("passes", "The test passes."),
      .forbidden("blames", "The test fails with a sender that keeps its promise."),
    ], "the test runs with a sender that keeps its promise: \(what).")
}

/// A run of the test with a sender that breaks it.
func failing(_ id: String, _ kind: Sender.Kind, _ what: String) -> Trial<any TestsTheSender> {
  testing(
    id, kind,
    [
      .allowed("fails", "The test fails."),
      .forbidden("lets-through", "The test passes with a sender that breaks its promise."),
    ], "the test runs with a sender that breaks its promise: \(what).")
}

/// The test begins on main, and is asked for its end when all is done.
private func testing(
  _ id: String, _ kind: Sender.Kind, _ outcomes: [Outcome], _ meanwhile: String
) -> Trial<any TestsTheSender> {
  Trial(id, outcomes: outcomes, meanwhile: meanwhile) { answer, runtime in
    let chat = try ChatStack()
    try chat.prepare { try chat.addRoom("Harbour", messages: ["Fog", "Tide"]) }
    let run = Run(runtime, chat.viewContext)
    let sender = Sender(kind, runtime, chat)
    runtime.main.asyncUnchecked { answer.begin(sender, run) }
    runtime.atEnd {
      answer.end(run)
      if !chat.violations.isEmpty { return runtime.outcome(Outcome.violation.name) }
      let isRight = outcomes[0].name == "passes"
      let names = isRight ? ["passes", "blames"] : ["lets-through", "fails"]
      runtime.outcome(names[run.hasFailed ? 1 : 0])
    }
  }
}

private final class Run: TestRun, @unchecked Sendable {
  // @unchecked Sendable because the lock guards the mark.
  let view: NSManagedObjectContext
  private let runtime: Runtime
  private let lock: Lock
  private(set) var hasFailed = false

  init(_ runtime: Runtime, _ view: NSManagedObjectContext) {
    (self.runtime, self.view) = (runtime, view)
    lock = runtime.lock("result of the test")
  }

  func expect(_ holds: Bool, _ what: String) {
    if holds { return }
    lock.withLock {
      hasFailed = true
      runtime.note("test", "fails: \(what)")
    }
  }
}
