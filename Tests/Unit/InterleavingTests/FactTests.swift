import Foundation
import Interleaving
import Testing

struct FactTests {
  /// Of another engine than ours.
  struct Brewed: Fact {
    let cups: Int
    var name: String { "brewed" }
    var words: String { "brews \(cups) cups" }
  }

  private func facts(_ program: @escaping Program) -> [SchedulerFact] {
    runOnce("facts", program).events.compactMap { $0.fact as? SchedulerFact }
  }

  @Test func `the log says what each step came to`() {
    let found = facts { runtime in
      let (queue, lock) = (runtime.queue("Q"), runtime.lock("L"))
      queue.async { lock.withLock {} }
      queue.sync { runtime.note("screen", "is drawn") }
    }
    let expected: [SchedulerFact] = [
      .blockBegan(queue: "main"), .enqueued(queue: "Q", isAwaited: false),
      .blockBegan(queue: "Q"), .enqueued(queue: "Q", isAwaited: true), .acquired(lock: "L"),
      .released(lock: "L"), .blockEnded(queue: "Q"), .blockBegan(queue: "Q"),
      .noted(topic: "screen", text: "is drawn"), .blockEnded(queue: "Q"),
      .blockEnded(queue: "main"),
    ]
    #expect(found == expected)
  }

  @Test func `a note is a note, whatever its topic is called`() {
    let topics = ["end", "sync", "start", "begin", "finish", "sql", "deadlock", "", "write"]
    let found = facts { runtime in
      for topic in topics { runtime.note(topic, "says something") }
    }
    let notes = found.compactMap { if case .noted(let topic, _) = $0 { topic } else { nil } }
    #expect(notes == topics)
  }

  @Test func `a deadlock is logged with all its members`() throws {
    let simplest = try #require(explore("ABBA", Programs.abba).simplestFailure)
    guard case .deadlocked(let members)? = simplest.events.last?.fact as? SchedulerFact else {
      Issue.record("the log ends otherwise")
      return
    }
    #expect(Set(members) == Set(simplest.deadlock?.members ?? []))
    #expect(simplest.events.last?.thread == members.first?.thread)
  }

  @Test func `another engine's facts stand in the same log`() {
    let run = runOnce("kitchen") { $0.note(Brewed(cups: 2)) }
    #expect(run.events.contains { ($0.fact as? Brewed)?.cups == 2 })
    #expect(run.events.contains { $0.fact.words == "brews 2 cups" })
  }

  @Test func `a fact is made only if the run is told`() throws {
    var made = 0
    func brew() -> Brewed {
      made += 1
      return Brewed(cups: 1)
    }
    let program: Program = { runtime in
      let stove = runtime.resource("stove")
      runtime.note(brew())
      runtime.access(stove, .write, brew())
      runtime.spend(.seconds(1), brew())
    }
    _ = runOnce("kitchen", program)
    #expect(made == 3)
    made = 0
    // The first schedule is told twice, to see whether it repeats itself; the counting run is not.
    _ = try explore("kitchen", program)
    #expect(made == 6)
    _ = runLive(program)
    #expect(made == 6)
  }

  @Test func `programs can read facts`() throws {
    let fact = SchedulerFact.enqueued(queue: "Q", isAwaited: true)
    let data = try JSONEncoder().encode(fact)
    let read = try JSONDecoder().decode([String: Enqueued].self, from: data)
    #expect(read == [fact.name: Enqueued(queue: "Q", isAwaited: true)])
  }

  private struct Enqueued: Codable, Equatable {
    let queue: String
    let isAwaited: Bool
  }
}
