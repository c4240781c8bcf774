import CoreData
import Interleaving
import Testing
import WorkbookKit

/// What of a run is told, and in which words.
struct TellingTests {
  private func steps(of program: @escaping Variant.Program) -> [String] {
    let variant = Variant.bug("T", idea: "I.", expecting: .failing(1, of: 1), program: program)
    let scenario = Scenario(
      "telling/test", title: "T", question: "Q?", outcomes: [.allowed("done", "Done.")],
      variants: [variant])
    let timeline = Timeline(of: Experiment(scenario, variant).runOnce())
    return timeline.steps.map { "\(timeline.lanes[$0.lane]) \($0.text)" }
  }

  @Test func `a save is one sentence, and what it does to many rows is said once`() {
    let steps = steps { runtime in
      let chat = try ChatStack()
      for _ in 0..<5 { _ = Room(context: chat.viewContext) }
      try chat.viewContext.save()
      runtime.outcome("done")
    }
    #expect(
      steps == [
        "main saves view (5 inserted)", "main Room t1 becomes Room p1",
        "main does the same 4 more times",
      ])
  }

  @Test func `a save that others come between is told by its begin and its end`() {
    let steps = steps { runtime in
      let chat = try ChatStack()
      let composer = chat.child(of: chat.viewContext, "composer")
      composer.perform {
        _ = Room(context: composer)
        try? composer.save()
      }
      runtime.outcome("done")
    }
    #expect(
      steps == [
        "main enqueues a block on queue composer", "composer begins a block",
        "composer begins to save (1 inserted)", "composer waits for its block on queue main",
        "main begins a block", "main processes changes of view (1 inserted)",
        "composer has saved (1 inserted)",
      ])
  }

  @Test func `a repetition of several steps is counted, and repetitions of those again`() {
    let steps = steps { runtime in
      let chat = try ChatStack()
      for _ in 0..<6 {
        for _ in 0..<6 { _ = Room(context: chat.viewContext) }
        try chat.viewContext.save()
      }
      runtime.outcome("done")
    }
    #expect(
      steps == [
        "main saves view (6 inserted)", "main Room t1 becomes Room p1",
        "main does the same 5 more times", "main does the last 3 steps 5 more times",
      ])
  }

  @Test func `who waits for a block says so, and who can never go on says why`() {
    let steps = steps { runtime in
      let queue = runtime.queue("import")
      queue.async { runtime.main.sync {} }
      queue.sync {}
    }
    #expect(
      steps == [
        "main enqueues a block on queue import", "import begins a block",
        "main waits for its turn on queue import", "import waits for its block on queue main",
        "import can never go on: its block on queue main depends on main",
      ])
  }

  @Test func `what its author lets a program say is told, whatever it is about`() {
    let topics = ["end", "sync", "start", "sql", "finish", "will-save", "read"]
    let steps = steps { runtime in
      for topic in topics { runtime.note(topic, "says \(topic)") }
      runtime.outcome("done")
    }
    #expect(steps == topics.map { "main says \($0)" })
  }

  @Test func `a thread that finds a queue free enters it`() {
    let steps = steps { runtime in
      runtime.queue("import").sync { runtime.note("import", "imports") }
      runtime.outcome("done")
    }
    #expect(steps == ["main enters queue import", "main imports"])
  }
}
