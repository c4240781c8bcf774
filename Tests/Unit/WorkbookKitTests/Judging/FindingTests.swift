import CoreData
import Interleaving
import Testing

@testable import WorkbookKit

/// What a misconception may ask of a run.
struct FindingTests {
  private func finding(_ program: @escaping Variant.Program) -> Finding {
    let run = runOnce("asked", program)
    return Finding(trial: "t", verdict: .wrong, cause: "outcome.lost", events: run.events)
  }

  @Test func `it counts what Core Data and the scheduler saw, in all and on one thread`() {
    let asked = finding { runtime in
      let chat = try ChatStack()
      let lock = runtime.lock("L")
      for _ in 1...2 {
        _ = Room(context: chat.viewContext)
        try chat.viewContext.save()
      }
      runtime.thread("other") { lock.withLock { runtime.sleep(for: .seconds(1)) } }
    }
    #expect(asked.count(.save) == 2)
    #expect(asked.count(.save, on: "other") == 0)
    #expect(asked.count(.saveFailed) == 0)
    #expect(asked.count(.acquired, on: "other") == 1)
    #expect(asked.count(.slept) == 1)
    #expect(asked.isLast(.save, before: .merge))
    #expect(!asked.isLast(.save, before: .didSave))
    #expect(!asked.isLast(.merge, before: .save))
  }

  @Test func `a save's facts are its numbers`() {
    let asked = finding { _ in
      let chat = try ChatStack()
      let rooms = (1...3).map { _ in Room(context: chat.viewContext) }
      try chat.viewContext.save()
      chat.viewContext.delete(rooms[0])
      try chat.viewContext.save()
    }
    let saves = asked.events.compactMap { event -> ChangeCounts? in
      guard case .save(let changes, "view")? = event.fact as? CoreDataFact else { return nil }
      return changes
    }
    #expect(saves == [ChangeCounts(inserted: 3), ChangeCounts(deleted: 1)])
    #expect(asked.events.contains { $0.fact.words == "saves 3 inserted" })
  }
}
