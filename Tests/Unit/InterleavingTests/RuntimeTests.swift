import Foundation
import Interleaving
import Testing

/// What the controlled runtime promises a program.
struct RuntimeTests {
  @Test func `a queue runs its blocks in the order they came`() throws {
    let result = try explore("fifo") { runtime in
      let queue = runtime.queue("Q")
      var seen: [Int] = []
      for number in 1...3 { queue.asyncUnchecked { seen.append(number) } }
      queue.sync { seen.append(4) }
      runtime.outcome("\(seen)")
    }
    #expect(result.outcomes.map(\.name) == ["[1, 2, 3, 4]"])
  }

  @Test func `a block knows the queue it runs on`() throws {
    let result = try explore("identity") { runtime in
      let queue = runtime.queue("Q")
      var answers = [queue.isCurrent, runtime.main.isCurrent]
      queue.sync { answers += [queue.isCurrent, runtime.main.isCurrent] }
      runtime.uncheckedThread("T") {
        answers.append(runtime.main.isCurrent)
        runtime.main.sync { answers += [queue.isCurrent, runtime.main.isCurrent] }
      }
      runtime.atEnd { runtime.outcome("\(answers)") }
    }
    let expected = [false, true, true, true, false, false, true]
    #expect(result.outcomes.map(\.name) == ["\(expected)"])
  }

  @Test func `sync hands back what the block returned or threw`() throws {
    struct Refusal: Error {}
    let result = try explore("results") { runtime in
      let queue = runtime.queue("Q")
      var caught = false
      do { try queue.sync { throw Refusal() } } catch is Refusal { caught = true }
      runtime.outcome("\(queue.sync { 7 }) \(caught)")
    }
    #expect(result.outcomes.map(\.name) == ["7 true"])
  }

  @Test func `code finds the runtime of the run it is part of`() throws {
    let result = try explore("current") { runtime in
      var found = [Runtime.current === runtime]
      runtime.queue("Q").sync { found.append(Runtime.current === runtime) }
      runtime.uncheckedThread("T") { found.append(Runtime.current === runtime) }.join()
      runtime.outcome("\(found)")
    }
    #expect(result.outcomes.map(\.name) == ["[true, true, true]"])
    #expect(Runtime.current === Runtime.live)
  }

  @Test func `time passes for the thread that spends it, and for those that wait for it`() throws {
    let result = try explore("time") { runtime in
      let lock = runtime.lock("L")
      let worker = runtime.thread("worker") { lock.withLock { runtime.sleep(for: .seconds(2)) } }
      runtime.thread("bystander") {
        runtime.spend(.seconds(1), "thinks")
        runtime.note("time", "\(runtime.now)")
      }
      worker.join()
      runtime.outcome("\(runtime.now)")
    }
    #expect(result.outcomes.map(\.name) == ["2.0 seconds"])
  }

  @Test func `the longest block of the main queue is measured in virtual time`() throws {
    let result = try explore("stall") { runtime in
      let queue = runtime.queue("Q")
      runtime.thread("T") {
        queue.async { runtime.spend(.seconds(3), "works") }
        runtime.main.sync { queue.sync {} }
      }
    }
    #expect(result.longestMainStall.duration == .seconds(3))
    #expect(result.longestMainStall.place?.description.hasPrefix("RuntimeTests.swift") == true)
  }

  @Test func `a timer may fire before or after anything that other threads do`() throws {
    let result = try explore("timer") { runtime in
      let x = runtime.cell("x", 0)
      runtime.after(.seconds(5), on: runtime.queue("Q")) { x.write(1) }
      runtime.thread("T") { runtime.outcome("saw \(x.read())") }
    }
    #expect(result.schedules == 2)
    #expect(result["saw 0"] == 1)
    #expect(result["saw 1"] == 1)
  }

  /// Programs keep things by real thread, as apps do in `threadDictionary`.
  @Test func `main keeps its real thread for a whole run and shares it with no other`() throws {
    let result = try explore("real threads") { runtime in
      let main = ObjectIdentifier(Thread.current)
      var isMain: [String: Bool] = [:]
      func look(_ name: String) { isMain[name] = ObjectIdentifier(Thread.current) == main }
      runtime.uncheckedThread("T") { look("thread") }
      runtime.queue("Q").asyncUnchecked { look("queue") }
      runtime.main.asyncUnchecked { look("main") }
      runtime.atEnd {
        look("end")
        runtime.outcome(isMain.filter(\.value).keys.sorted().joined(separator: " "))
      }
    }
    #expect(result.outcomes.map(\.name) == ["end main"])
  }

  @Test func `many explorations run side by side`() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...8 {
        group.addTask { try explore("ABBA", Programs.philosophers(3)).schedules }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 7, count: 8))
  }
}
