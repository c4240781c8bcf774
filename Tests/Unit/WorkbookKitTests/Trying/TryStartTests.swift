import Testing

@testable import WorkbookKit

/// What is added to a file that has nothing to run.
struct TryStartTests {
  @Test func `a start uses the class with what its methods ask for`() async throws {
    let desk = try TryDesk(
      """
      import Foundation
      final class Store {
        private let lock = NSLock()
        private var names: [String] = []
        private let limit: Int
        init(limit: Int) { self.limit = limit }
        func add(_ name: String, times: Int) {}
        func clear() {}
      }
      """)
    #expect(!desk.source.hasScenario)
    let start = TryStart.scenario(for: desk.source)
    #expect(start.contains("let subject = Store(limit: 1)"))
    #expect(start.contains(#"s.thread("A") { _ = subject.add("a", times: 1) }"#))
    #expect(start.contains(#"s.thread("B") { _ = subject.clear() }"#))
  }

  @Test func `a start for an actor awaits it`() throws {
    let desk = try TryDesk("actor Room {\n  func enter(_ room: Key) {}\n}\n")
    let start = TryStart.scenario(for: desk.source)
    #expect(start.contains("func scenario(_ s: Stage) async {"))
    #expect(start.contains("async let a = subject.enter(<#Key#>)"))
  }

  @Test func `what stands in comments and texts is no scenario`() throws {
    let desk = try TryDesk(
      "// func scenario()\nlet a = \"func scenario()\"\n/* func scenario() */\n")
    #expect(!desk.source.hasScenario)
    #expect(try TryDesk("@MainActor func scenario (_ s: Stage) async {}").source.hasScenario)
  }
}
