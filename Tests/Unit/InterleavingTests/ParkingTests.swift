import Foundation
import Interleaving
import Testing

/// A thread that waits when its run is over never comes back into the program.
struct ParkingTests {
  /// The second item never comes.
  private static let taking: @Sendable (Runtime) throws -> Void = { runtime in
    let (full, items) = (runtime.semaphore("full"), runtime.cell("items", [0]))
    runtime.thread("producer") { full.signal() }
    runtime.thread("consumer") {
      for _ in 1...2 {
        full.wait()
        items.modify { _ = $0.removeFirst() }
      }
    }
  }

  @Test func `a wait that is in vain does not return, so that nothing is taken from an empty list`()
    async
  {
    await #expect(processExitsWith: .success) {
      let result = try explore("taking", Self.taking)
      precondition(result.outcomes.map(\.ending) == [.waitsForever])
      precondition(result.coverage == .exhaustive, result.summary)
      precondition(result.parkedThreads > 0)
      let divided = try explore("taking", jobs: 2, Self.taking)
      precondition(divided.schedules == result.schedules)
      precondition(divided.outcomes.map(\.ending) == [.waitsForever])
    }
  }

  @Test func `a loop that is cut off does not see the end of its run`() async {
    await #expect(processExitsWith: .success) {
      var options = ExplorationOptions(points: 200)
      options.looks = nil
      let result = try explore("cut", options: options) { runtime in
        let (x, done) = (runtime.cell("x", 0), runtime.semaphore("done"))
        runtime.thread("A") {
          while x.read() == 0 { precondition(!runtime.isUnwinding) }
          done.wait()
        }
      }
      precondition(result[.livelock] == 1)
    }
  }

  /// ```
  /// main           T
  /// (joins T)      waits: signalled at once here, never in the program of the code
  /// ```
  @Test func `a code that does not fit leaves no thread in the middle of the program`() async throws
  {
    func program(_ steps: Int) -> Program {
      { runtime in
        let (gate, items) = (runtime.semaphore("gate"), runtime.cell("items", [0]))
        runtime.thread("T") {
          for _ in 1...steps { _ = items.read() }
          gate.wait()
          items.modify { _ = $0.removeFirst() }
        }
        runtime.thread("U") {
          _ = items.read()
          gate.signal()
        }
      }
    }
    let code = try #require(explore("steps", program(1)).outcomes.last).example.description
    #expect(throws: ReplayError.self) { try replay(code, of: "steps", program(3)) }
    let stepper = Stepper("steps", program(3))
    #expect(stepper.choices.map(\.thread) == ["T", "U"])
    stepper.choose(0)
    #expect(stepper.events.map { "\($0)" }.count { $0.contains("reads items") } == 1)
  }

  @Test func `so many threads may be parked, and then the exploration stops and says so`() throws {
    var options = ExplorationOptions(.sampled(500, seed: 1), shrinks: false)
    (options.usesChildProcesses, options.mostParked) = (false, 50)
    let result = try explore("ABBA", options: options, Programs.abba)
    guard case .partial(.parkedThreads(let count)) = result.coverage else {
      Issue.record("\(result.coverage)")
      return
    }
    #expect((51...53).contains(count))
    #expect(result[.deadlock] > 0 && result.schedules < 500)
    #expect(result.summary.contains("left \(count) threads waiting"))
  }

  @Test func `runs that end leave nothing, with redundant ones and other jobs' parts among them`()
    throws
  {
    let result = try explore("mutex", jobs: 2) { try Programs.mutex(times: 3)($0) }
    #expect(result.schedules == 20)
    #expect(result.parkedThreads == 0 && result.lostThreads == 0)
  }
}
