import ControlledDispatch
import Foundation
import Interleaving
import Testing
import WorkbookKit

private typealias Queue = Platform.DispatchQueue

private func outcomes(
  _ name: String = #function, points: Int = 3_000, _ program: @escaping @Sendable (Runtime) -> Void
) throws -> Set<String> {
  let result = try explore(
    "platform", options: ExplorationOptions(points: points, races: .ignored)
  ) { program($0) }
  #expect(result.coverage == .exhaustive)
  return Set(result.outcomes.map(\.name))
}

/// What an answer's `DispatchQueue`, `OperationQueue`, `Thread` and the like do under the scheduler.
struct PlatformTests {
  @Test func `Two blocks of a concurrent queue run in either order`() throws {
    let found = try outcomes { runtime in
      let order = runtime.cell("order", "")
      for name in ["a", "b"] { Queue.global().async { order.modify { $0 += name } } }
      runtime.atEnd { runtime.outcome(order.value) }
    }
    #expect(found == ["ab", "ba"])
  }

  @Test func `A task that reads a stream serves one after the other, and may be left waiting`()
    throws
  {
    let found = try outcomes { runtime in
      let order = runtime.cell("order", "")
      let (stream, inbox) = Platform.AsyncStream.makeStream(of: String.self)
      runtime.task("reader") {
        for await name in stream { order.modify { $0 += name } }
      }
      for name in ["a", "b"] { runtime.thread(name) { inbox.yield(name) } }
      runtime.atEnd { runtime.outcome(order.value) }
    }
    #expect(found == ["ab", "ba"])
  }

  @Test func `A stream ends when it is finished, and who waits behind it is stuck without`()
    throws
  {
    for finishes in [true, false] {
      let result = try explore("platform") { runtime in
        let stream = Platform.AsyncStream(Int.self) { inbox in
          inbox.yield(1)
          inbox.yield(2)
          if finishes { inbox.finish() }
        }
        runtime.task("reader") {
          var sum = 0
          for await number in stream { sum += number }
          runtime.outcome("\(sum)")
        }
      }
      #expect(result.outcomes.map(\.name) == [finishes ? "3" : "finished"])
    }
  }

  @Test func `No block overtakes a barrier`() throws {
    let found = try outcomes { runtime in
      let order = runtime.cell("order", "")
      let queue = Queue(label: "shelf", attributes: .concurrent)
      queue.async { order.modify { $0 += "a" } }
      queue.async(flags: .barrier) { order.modify { $0 += "|" } }
      queue.async { order.modify { $0 += "b" } }
      runtime.atEnd { runtime.outcome(order.value) }
    }
    #expect(found == ["a|b"])
  }

  @Test func `A group is waited for until all have left it`() throws {
    let found = try outcomes { runtime in
      let count = runtime.cell("count", 0)
      let group = Platform.DispatchGroup()
      for _ in 1...2 { Queue.global().async(group: group) { count.modify { $0 += 1 } } }
      runtime.thread("waiter") {
        group.wait()
        runtime.outcome("\(count.value)")
      }
    }
    #expect(found == ["2"])
  }

  @Test func `A wait with a timeout may end either way, and the late signal is kept`() throws {
    let found = try outcomes { runtime in
      let semaphore = Platform.DispatchSemaphore(value: 0)
      Queue.global().async { semaphore.signal() }
      runtime.thread("waiter") {
        let first = semaphore.wait(timeout: .now() + 1)
        if first == .timedOut { semaphore.wait() }
        runtime.outcome("\(first)")
      }
    }
    #expect(found == ["success", "timedOut"])
  }

  @Test func `A work item that was cancelled does nothing, and can be waited for`() throws {
    let found = try outcomes { runtime in
      let item = Platform.DispatchWorkItem { runtime.outcome("did it") }
      item.cancel()
      Queue.global().async(execute: item)
      item.wait()
      runtime.atEnd { runtime.outcome("did nothing") }
    }
    #expect(found == ["did nothing"])
  }

  @Test func `An operation waits for those it depends on`() throws {
    let found = try outcomes { runtime in
      let order = runtime.cell("order", "")
      let first = Platform.BlockOperation { order.modify { $0 += "1" } }
      let second = Platform.BlockOperation { order.modify { $0 += "2" } }
      second.addDependency(first)
      let queue = Platform.OperationQueue()
      queue.addOperation(second)
      queue.addOperation(first)
      runtime.atEnd { runtime.outcome(order.value) }
    }
    #expect(found == ["12"])
  }

  @Test func `Main that waits for a global queue that waits for main is a deadlock`() throws {
    let found = try outcomes { _ in
      Queue.global().sync { Queue.main.sync {} }
    }
    #expect(found == ["deadlock"])
  }

  @Test func `A notification for the main queue is delivered there, and its poster waits`() throws {
    let found = try outcomes { runtime in
      let name = Notification.Name("Changed")
      let center = Platform.NotificationCenter.default
      let seen = runtime.cell("seen", "")
      let token = center.addObserver(forName: name, object: nil, queue: .main) { _ in
        seen.write(Platform.Thread.isMainThread ? "on main" : "elsewhere")
      }
      runtime.thread("poster") {
        center.post(name: name, object: nil)
        let words = seen.read()
        center.removeObserver(token)
        runtime.outcome(words)
      }
    }
    #expect(found == ["on main"])
  }

  @Test func `An observer that is never removed hears nothing of the next run`() throws {
    let found = try outcomes { runtime in
      let heard = runtime.cell("heard", 0)
      let name = Notification.Name("Opened")
      let center = Platform.NotificationCenter.default
      _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        heard.modify { $0 += 1 }
      }
      for poster in ["a", "b"] { runtime.thread(poster) { center.post(name: name, object: nil) } }
      runtime.atEnd { runtime.outcome("\(heard.value)") }
    }
    #expect(found == ["2"])
  }

  @Test func `A loop that sleeps until something has happened comes to its end`() throws {
    let found = try outcomes { runtime in
      let lock = Platform.NSLock()
      nonisolated(unsafe) var isOver = false
      Queue.global().async { lock.withLock { isOver = true } }
      runtime.thread("poller") {
        while !lock.withLock({ isOver }) { Platform.Thread.sleep(forTimeInterval: 0.01) }
        runtime.outcome("over")
      }
    }
    #expect(found == ["over"])
  }

  @Test func `A loop that sleeps for something that never comes is cut off`() throws {
    let result = try explore(
      "platform", options: ExplorationOptions(points: 300, shrinks: false)
    ) { runtime in
      runtime.thread("poller") { while true { Platform.Thread.sleep(forTimeInterval: 0.01) } }
    }
    #expect(result.outcomes.map(\.ending) == [.livelock])
  }

  private static let shelf = Queue(label: "shelf")

  @Test func `A queue that is kept in a static is a new one in each run`() throws {
    let found = try outcomes { runtime in
      let order = runtime.cell("order", "")
      for name in ["a", "b"] { Self.shelf.async { order.modify { $0 += name } } }
      runtime.atEnd { runtime.outcome(order.value) }
    }
    #expect(found == ["ab"])
  }
}
