import Interleaving
import Testing

struct StoryTests {
  @Test func `the simplest lost update takes one preemption`() throws {
    let options = ExplorationOptions(forbidden: ["wrong"])
    let result = try explore("lost update", options: options, Programs.lostUpdate(times: 3))
    #expect(result.preemptionsNeeded == 1)
    #expect(result.isSimplestProven)
    let turns = try #require(result.simplestFailure).story.compactMap(\.turn)
    #expect(turns.count == 1)
    #expect(turns.first?.contains("would have gone on: it writes counter") == true)
    #expect(turns.first?.contains("from here on every order fails") == true)
  }

  /// One thread reads, the other does all that it has to do, the first one writes: that cannot be had
  /// with fewer switches. With more threads those not needed go on their own, before or after.
  @Test(arguments: [2, 3])
  func `of the orders with fewest preemptions the simplest has fewest switches`(
    threads: Int
  ) throws {
    let options = ExplorationOptions(forbidden: ["lost"])
    let result = try explore("lost update", options: options) { runtime in
      let x = runtime.cell("x", 0)
      for number in 1...threads {
        runtime.thread("T\(number)") { for _ in 1...2 { x.write(x.read() + 1) } }
      }
      runtime.atEnd { runtime.outcome(x.read() < 2 * threads ? "lost" : "right") }
    }
    let simplest = try #require(result.simplestFailure)
    #expect(simplest.preemptions == 1)
    #expect(result.isSimplestProven)
    let order = simplest.decisions.map(\.takenOption.thread)
    #expect(zip(order, order.dropFirst()).count { $0 != $1 } == threads)
  }

  /// Eight threads can go one after the other in 40,320 orders, more than are looked at.
  @Test func `a simplest order that may not be the simplest is told as that`() throws {
    let result = try explore("many", options: ExplorationOptions(schedules: 500)) { runtime in
      let x = runtime.cell("x", 0)
      for number in 1...8 {
        runtime.thread("T\(number)") {
          x.write(number)
          if number == 8, x.read() == 8 { runtime.fail("the last one is heard") }
        }
      }
    }
    #expect(result.preemptionsNeeded == 0)
    #expect(!result.isSimplestProven)
  }

  @Test func `the deadlock of two locks is told in its decisive steps`() throws {
    let result = try explore("ABBA", Programs.abba)
    let simplest = try #require(result.simplestFailure)
    #expect(simplest.pointOfNoReturn == 2)
    let told = simplest.story.map { "\($0.thread) \($0.text)" }
    #expect(told.contains("philosopher 0 takes lock fork 0"))
    #expect(told.contains("philosopher 1 takes lock fork 1"))
    #expect(told.last?.contains("cannot go on: takes lock fork") == true)
    #expect(simplest.story.compactMap(\.turn).count == 1)
    #expect(simplest.story.map(\.number) == Array(1...simplest.story.count))
  }

  /// Who stood before a free lock that was taken from under it waits, too.
  @Test func `every wait of a circle stands in the story`() throws {
    let simplest = try #require(explore("ABBA", Programs.abba).simplestFailure)
    let told = simplest.story.map { "\($0.thread) \($0.text)" }
    #expect(told.suffix(2).first == "philosopher 0 waits for lock fork 1")
    let waits = simplest.events.compactMap { event -> String? in
      switch event.fact as? SchedulerFact {
      case .waits, .deadlocked: event.thread
      default: nil
      }
    }
    #expect(waits.sorted() == simplest.deadlock?.members.map(\.thread).sorted())
  }

  @Test func `what always fails has no way back from the start`() throws {
    let result = try explore("ping-pong", Programs.pingPong)
    #expect(result.simplestFailure?.pointOfNoReturn == 0)
    #expect(result.preemptionsNeeded == 0)
  }

  @Test func `the trace has everything a picture needs`() throws {
    let report = runOnce("trace") { runtime in
      runtime.queue("Q").async {
        runtime.spend(.seconds(1), "works")
        runtime.note("screen", "shows 2 objects")
      }
    }
    let note = try #require(
      report.events.first {
        $0.fact as? SchedulerFact == .noted(topic: "screen", text: "shows 2 objects")
      })
    #expect(note.thread == "Q")
    #expect(note.queue == "Q")
    #expect(note.time == .seconds(1))
    #expect(note.place?.description.hasPrefix("StoryTests.swift:") == true)
    #expect(report.events.map(\.sequence) == Array(report.events.indices))
    #expect(report.threads == ["main", "Q"])
  }

  @Test func `every spelling of a read or a write is told with its line, and a property with none`()
    throws
  {
    let report = runOnce("spelling") { runtime in
      let cell = runtime.cell("x", 0)
      cell.write(cell.read() + 1)
      cell[] = cell[] + 1
      cell[] += 1
      cell.modify { $0 += 1 }
      cell.value += 1
    }
    let places = report.events.filter { $0.fact.words.hasSuffix(" x") }.map(\.place?.line)
    let first = UInt(#line - 7)
    #expect(
      places
        == [first, first, first + 1, first + 1, first + 2, first + 2, first + 3, nil, nil])
  }
}
