import Interleaving
import Testing

/// A block, a job of the main actor and a job of an actor arrive at their queues as steps of their
/// own: the one that comes first is run first, and either may.
struct ArrivalTests {
  private func outcomes(
    _ options: ExplorationOptions = ExplorationOptions(shrinks: false), _ program: @escaping Program
  ) throws -> Set<String> {
    var found: [Set<String>] = []
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      var options = options
      options.method = method
      let result = try explore("arrivals", options: options, program)
      #expect(result.coverage.isComplete)
      found.append(Set(result.outcomes.map(\.name)))
    }
    #expect(found[0] == found[1])
    return found[0]
  }

  enum Way: CaseIterable { case async, sync, timer }

  @Test(arguments: Way.allCases)
  func `a block of the main queue comes before or after a job of the main actor`(_ way: Way) throws
  {
    let found = try outcomes { runtime in
      let last = runtime.cell("last", "")
      let (net, main) = (runtime.queue("net"), runtime.main)
      net.async {
        switch way {
        case .async: main.async { last.write("server") }
        case .sync: main.sync { last.write("server") }
        case .timer: runtime.after(.seconds(1), on: main) { last.write("server") }
        }
      }
      runtime.task("mine") { await MainActor.run { last.write("mine") } }
      runtime.atEnd { runtime.outcome(last.value) }
    }
    #expect(found == ["server", "mine"])
  }

  @Test func `two threads that each start a task of the main actor have two orders`() throws {
    let found = try outcomes { runtime in
      let last = runtime.cell("last", "")
      for name in ["A", "B"] {
        runtime.thread(name) { Task { @MainActor in last.write(name) } }
      }
      runtime.atEnd { runtime.outcome(last.value) }
    }
    #expect(found == ["A", "B"])
  }

  @Test func `one thread starts its tasks of the main actor in its order`() throws {
    let found = try outcomes { runtime in
      let last = runtime.cell("last", "")
      runtime.thread("T") {
        for name in ["A", "B"] { Task { @MainActor in last.write(last.read() + name) } }
      }
      runtime.atEnd { runtime.outcome(last.value) }
    }
    #expect(found == ["AB"])
  }

  /// The job that was written between two arrivals of others is seen there.
  @Test func `what a thread does before a job arrives is no part of the arrival`() throws {
    let found = try outcomes { runtime in
      let (order, last) = (runtime.cell("order", ""), runtime.cell("last", ""))
      for name in ["A", "B"] {
        runtime.thread(name) {
          last.write(name)
          Task { @MainActor in order.write(order.read() + name) }
        }
      }
      runtime.atEnd { runtime.outcome("\(last.value) \(order.value)") }
    }
    #expect(found == ["A AB", "A BA", "B AB", "B BA"])
  }

  @Test func `two threads that each name an outcome have two`() throws {
    let found = try outcomes { runtime in
      for name in ["A", "B"] { runtime.thread(name) { runtime.outcome(name) } }
    }
    #expect(found == ["A", "B"])
  }

  @Test func `jobs arrive at a busy actor in every order`() throws {
    let found = try outcomes { runtime in
      let log = runtime.cell("log", "")
      let diary = Diary(log)
      for name in ["A", "B", "C"] { runtime.task(name) { await diary.write(name) } }
      runtime.atEnd { runtime.outcome(log.value) }
    }
    #expect(found == ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"])
  }

  @Test func `a group hands on what its children bring in every order they may end in`() throws {
    let found = try outcomes { runtime in
      runtime.task("parent") {
        let order = await withTaskGroup(of: String.self) { group in
          for name in ["A", "B"] { group.addTask { name } }
          return await group.reduce(into: "") { $0 += $1 }
        }
        runtime.outcome(order)
      }
    }
    #expect(found == ["AB", "BA"])
  }
}

private actor Diary {
  private let log: Cell<String>
  init(_ log: Cell<String>) { self.log = log }
  func write(_ name: String) { log.write(log.read() + name) }
}
