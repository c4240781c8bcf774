internal import CoreData
internal import Dispatch

/// What the engine costs where plain SQLite has nothing to compare with.
struct EngineFigures {
  let scratch: Scratch

  /// What can be measured, under the words by which it is asked for.
  func all() -> [Measurement] {
    [
      ("typed property read and write", properties), ("perform round trip", performRoundTrip),
      ("child save", childSave), ("merge", merging),
    ]
  }

  /// A typed read and a typed write, the checker recording as it does by default.
  private func properties() throws -> [Figure] {
    let stack = try EngineStack(path: scratch.file())
    let context = stack.context()
    return context.performAndWait {
      let message = BenchMessage(context: context)
      message.isRead = true
      let times = 1_000_000
      let reads = median(
        (0..<5).map { _ in
          var count = 0
          let duration = time { for _ in 0..<times where message.isRead { count += 1 } }
          precondition(count == times)
          return duration
        })
      let writes = time { for number in 0..<times { message.isRead = number % 2 == 0 } }
      return [
        Figure(
          name: "typed property read", value: reads.seconds / Double(times) * 1e9, unit: "ns",
          limit: 30),
        Figure(
          name: "typed property write", value: writes.seconds / Double(times) * 1e9, unit: "ns",
          limit: 100),
      ]
    }
  }

  private func performRoundTrip() throws -> [Figure] {
    let context = try EngineStack(path: scratch.file()).context()
    let queue = DispatchQueue(label: "plain")
    let times = 20_000
    let done = DispatchSemaphore(value: 0)
    let plain = {
      time {
        for _ in 0..<times {
          queue.async { done.signal() }
          done.wait()
        }
      }
    }
    let ours = {
      time {
        for _ in 0..<times {
          context.perform { done.signal() }
          done.wait()
        }
      }
    }
    let contest = Contest(name: "", limit: nil, units: times, plain: plain, ours: ours)
    return try [
      Figure(
        name: "perform round trip, to a bare one", value: contest.run(rounds: 5).ratio,
        unit: "times", limit: 2)
    ]
  }

  private func childSave() throws -> [Figure] {
    let time = try Probe.childSaving.run(rows: 1_000, file: scratch.file())
    return [
      Figure(name: "child save of 1,000 objects", value: Double(time) / 1e6, unit: "ms", limit: 3)
    ]
  }

  private func merging() throws -> [Figure] {
    let time = try Probe.merging.run(rows: 10_000, file: scratch.file())
    return [
      Figure(
        name: "merge of 10,000 saved objects", value: Double(time) / 1e6, unit: "ms", limit: 50)
    ]
  }
}
