import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// Streams as files have them: what is kept, what ends them, who hears of it. The words are those that
/// the same code gives over the standard library's streams.
@Suite(.long, .serialized) struct StreamIdiomsTests {
  @Test func `a stream keeps, drops and ends as the language's own`() async throws {
    let report = try await TryDesk.report(
      """
      struct Torn: Error {}
      func scenario(_ s: Stage) async {
        var words: [String] = []
        let (newest, feed) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(2))
        for value in 1...3 {
          switch feed.yield(value) {
          case .enqueued(let room): words.append("\\(value) enqueued \\(room)")
          case .dropped(let old): words.append("\\(value) dropped \\(old)")
          case .terminated: words.append("\\(value) terminated")
          }
        }
        feed.finish()
        if case .terminated = feed.yield(4) { words.append("4 terminated") }
        for await value in newest { words.append("newest \\(value)") }
        let oldest = AsyncStream<Int>(bufferingPolicy: .bufferingOldest(1)) { feed in
          if case .enqueued(let room) = feed.yield(1) { words.append("room \\(room)") }
          if case .dropped(let value) = feed.yield(2) { words.append("dropped \\(value)") }
          feed.finish()
        }
        for await value in oldest { words.append("oldest \\(value)") }
        let torn = AsyncThrowingStream<Int, any Error>(bufferingPolicy: .bufferingNewest(1)) { feed in
          feed.onTermination = { if case .finished(let error) = $0 { words.append("\\(error!)") } }
          feed.yield(1)
          feed.finish(throwing: Torn())
          feed.finish()
        }
        do {
          for try await value in torn { words.append("value \\(value)") }
        } catch { words.append("\\(error)") }
        var iterator = torn.makeAsyncIterator()
        if (try? await iterator.next()) == nil { words.append("over") }
        let all = words.joined(separator: ", ")
        s.expect("\\(all)") { false }
      }
      """)
    #expect(
      report.findings.map(\.sentence) == [
        "\"1 enqueued 1, 2 enqueued 0, 3 dropped 1, 4 terminated, newest 2, newest 3, room 0, "
          + "dropped 2, oldest 1, Torn(), value 1, Torn(), over\""
      ])
    #expect(report.orders == 1)
  }

  @Test func `a scenario that reads for good has got stuck, and a task of the code may`()
    async throws
  {
    let served = """
      func scenario(_ s: Stage) async {
        let (all, _) = AsyncStream.makeStream(of: Int.self)

      """
    let stuck = try await TryDesk.report(served + "for await _ in all {} }")
    #expect(stuck.findings.map(\.kind) == [.hang])
    let serving = try await TryDesk.report(served + "Task { for await _ in all {} } }")
    #expect(serving.findings.isEmpty && serving.isExhaustive)
  }

  @Test func `methods are handed on as the system's are`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let group = DispatchGroup()
        group.enter()
        DispatchQueue.global().async(execute: group.leave)
        group.wait()
        let queue = OperationQueue()
        [BlockOperation {}, BlockOperation {}].forEach(queue.addOperation)
        queue.waitUntilAllOperationsAreFinished()
        let center = NotificationCenter.default
        let tokens = [center.addObserver(forName: nil, object: nil, queue: nil) { _ in }]
        tokens.forEach(center.removeObserver)
      }
      """)
    #expect(report.findings.isEmpty && report.isExhaustive)
  }

  @Test func `a reader that is cancelled ends its stream, and the source hears of it once`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [String] = []
        func hear(_ word: String) { lock.withLock { all.append(word) } }
        var words: String { lock.withLock { all.sorted().joined(separator: " ") } }
      }
      func scenario(_ s: Stage) async {
        let heard = Heard()
        let (values, feed) = AsyncThrowingStream<Int, any Error>.makeStream()
        feed.onTermination = { heard.hear("\\($0)") }
        let reader = Task {
          for try await value in values { heard.hear("\\(value)") }
          heard.hear("ended")
        }
        s.thread("source") { feed.yield(with: .success(7)) }
        s.thread("canceller") { reader.cancel() }
        s.ending { heard.words }
      }
      """)
    #expect(report.findings.isEmpty)
    #expect(report.isExhaustive)
    #expect(
      Set(report.endings.map(\.words)) == [
        "7 cancelled ended", "cancelled ended",
      ])
  }

  @Test func `a semaphore of tasks that counts before it looks loses a place`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class TaskSemaphore: @unchecked Sendable {
        private let lock = NSLock()
        private var places = 1
        private var waiting: [AsyncThrowingStream<Never, any Error>.Continuation] = []
        private func enter() -> AsyncThrowingStream<Never, any Error>? {
          lock.withLock {
            places -= 1
            if places >= 0 { return nil }
            return AsyncThrowingStream { waiting.append($0) }
          }
        }
        func wait() async throws {
          if let stream = enter() { for try await _ in stream {} }
          try Task.checkCancellation()
        }
        func signal() {
          lock.withLock {
            places += 1
            waiting.popLast()?.finish()
          }
        }
      }
      func scenario(_ s: Stage) async {
        let semaphore = TaskSemaphore()
        let first = Task {
          try await semaphore.wait()
          semaphore.signal()
        }
        s.thread("canceller") { first.cancel() }
        var cameIn = false
        s.task("second") {
          try? await semaphore.wait()
          cameIn = true
          semaphore.signal()
        }
        s.expect("the second comes in") { cameIn }
      }
      """)
    #expect(report.findings.map(\.sentence) == ["\"the second comes in\""])
    #expect(report.findings.first?.orders ?? 0 < report.orders)
    #expect(report.isExhaustive)
  }
}
