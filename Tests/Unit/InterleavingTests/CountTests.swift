import Interleaving
import Testing

/// The numbers of schedules are known from an independent model; any change is a bug.
struct CountTests {
  static let plain = ExplorationOptions(.plain)

  @Test func `a lock leaves the 20 orders of 2 times 3 critical sections`() throws {
    let program = Programs.mutex(times: 3)
    let reduced = try explore("mutex", program)
    #expect(reduced.schedules == 20)
    #expect(reduced["right"] == 20)
    #expect(reduced.redundantRuns == 0)
    #expect(reduced.coverage == .exhaustive)
    let plain = try explore("mutex", options: Self.plain, program)
    #expect(plain.schedules == 20)
    #expect(plain["right"] == 20)
  }

  @Test func `an update is lost in 308 of 328 schedules, or 904 of 924 interleavings`() throws {
    let program = Programs.lostUpdate(times: 3)
    let reduced = try explore("lost update", program)
    #expect(reduced.schedules == 328)
    #expect(reduced["wrong"] == 308)
    #expect(reduced.redundantRuns == 0)
    let plain = try explore("lost update", options: Self.plain, program)
    #expect(plain.schedules == 924)
    #expect(plain["wrong"] == 904)
  }

  @Test func `one addition each is lost in 2 of 4 schedules, or 4 of 6 interleavings`() throws {
    let program = Programs.lostUpdate(times: 1)
    let reduced = try explore("lost update", program)
    #expect(reduced.schedules == 4)
    #expect(reduced["wrong"] == 2)
    let plain = try explore("lost update", options: Self.plain, program)
    #expect(plain.schedules == 6)
    #expect(plain["wrong"] == 4)
  }

  @Test func `two locks in opposite orders deadlock in 1 of 3 schedules`() throws {
    let reduced = try explore("ABBA", Programs.abba)
    #expect(reduced.schedules == 3)
    #expect(reduced[.deadlock] == 1)
    #expect(reduced.deadlocks.map(\.members.count) == [2])
    let plain = try explore("ABBA", options: Self.plain, Programs.abba)
    #expect(plain.schedules == 6)
    #expect(plain[.deadlock] == 2)
  }

  /// All three get in: 6. One of those that try finds another inside, with the two in either order and
  /// either of them inside: 4 for each. Both find the first inside: 1, whichever looks first.
  @Test func `a lock that one takes and two try has 15 schedules`() throws {
    let result = try explore("tries") { runtime in
      let lock = runtime.lock("lock")
      runtime.thread("A") { lock.withLock {} }
      for name in ["B", "C"] {
        runtime.thread(name) { if lock.try() { lock.unlock() } }
      }
    }
    #expect(result.schedules == 15)
    #expect(result.redundantRuns == 0)
  }

  /// The third tries again whether or not it got in.
  @Test func `a lock that two try once and one tries twice has 62 schedules`() throws {
    let result = try explore("tries") { runtime in
      let lock = runtime.lock("lock")
      for (name, times) in [("A", 1), ("B", 1), ("C", 2)] {
        runtime.thread(name) { for _ in 1...times where lock.try() { lock.unlock() } }
      }
    }
    #expect(result.schedules == 62)
    #expect(result.redundantRuns == 0)
  }

  @Test func `three philosophers starve in 1 of 7 schedules`() throws {
    let program = Programs.philosophers(3)
    let reduced = try explore("philosophers", program)
    #expect(reduced.schedules == 7)
    #expect(reduced[.deadlock] == 1)
    #expect(reduced.deadlocks.map(\.members.count) == [3])
    let plain = try explore("philosophers", options: Self.plain, program)
    #expect(plain.schedules == 168)
    #expect(plain[.deadlock] == 6)
  }

  @Test func `main and a queue that wait for each other always deadlock`() throws {
    let reduced = try explore("ping-pong", Programs.pingPong)
    #expect(reduced.schedules == 1)
    #expect(reduced[.deadlock] == 1)
    let cycle = try #require(reduced.deadlocks.first)
    #expect(cycle.kind == .cycle)
    #expect(Set(cycle.members.map(\.thread)) == ["main", "private"])
  }
}
