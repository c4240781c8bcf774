import LongTests
import Testing

@testable import WorkbookKit

/// View models of the main actor that send work to queues, in both versions of the language. What a
/// queue is given belongs to no actor, as Dispatch declares it: in Swift 6 a block that inherited
/// the main actor would be stopped where it runs.
@Suite(.long, .serialized) struct MainActorIdiomsTests {
  @Test(arguments: ["5", "6"])
  func `blocks of queues, operations, threads and timers are not main's`(
    _ language: String
  ) async throws {
    var options = TryOptions()
    options.language = language
    let report = try await TryDesk.report(
      """
      import Foundation
      @MainActor final class Model {
        private(set) var numbers: [Int] = []
        private let queue = OperationQueue()
        func load() {
          DispatchQueue.global().async {
            let sum = (0..<3).reduce(0, +)
            DispatchQueue.main.async { self.numbers.append(sum) }
          }
          queue.addOperation { DispatchQueue.main.async { [weak self] in self?.numbers.append(4) } }
          Thread.detachNewThread { Task { @MainActor in self.numbers.append(5) } }
          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
            MainActor.assumeIsolated { self.numbers.append(6) }
          }
        }
      }
      @MainActor func scenario(_ s: Stage) {
        let model = Model()
        model.load()
        s.expect("all four") { MainActor.assumeIsolated { model.numbers.sorted() == [3, 4, 5, 6] } }
      }
      """, options)
    #expect(report.found == [])
    #expect(report.isExhaustive)
    // Four blocks on main, in each order.
    #expect(report.orders == 24)
  }

  @Test func `main itself is still missed where a block is not main's`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      @MainActor final class Model {
        var count = 0
        nonisolated func load() {
          DispatchQueue.global().async { MainActor.assumeIsolated { self.count = 1 } }
        }
      }
      @MainActor func scenario(_ s: Stage) { Model().load() }
      """)
    #expect(report.findings.count == 1)
  }

  @Test(arguments: ["5", "6"])
  func `a scenario of the main actor starts threads that are not main's`(
    _ language: String
  ) async throws {
    var options = TryOptions()
    options.language = language
    let report = try await TryDesk.report(
      """
      final class Cache { var hits = 0 }
      @MainActor func scenario(_ s: Stage) {
        let cache = Cache()
        s.thread("A") { cache.hits += 1 }
        s.thread("B") { cache.hits += 1 }
        s.expect("both") { cache.hits == 2 }
      }
      """, options)
    #expect(report.orders == 4)
    #expect(report.findings.count == 2)
  }

  @Test func `a file called main is refused with a sentence`() {
    #expect(throws: UntriableSource.self) { try TryDesk("func scenario() {}", as: "main.swift") }
  }
}
