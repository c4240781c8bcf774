import Foundation
import Interleaving
import Testing

/// The example in the README is a file of this target: it compiles, it runs, and it says what is
/// true.
struct ReadmeTests {
  @Test func `the README shows the example that is tested`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let example = try String(
      contentsOf: here.appending(path: "ReadmeExample.swift"), encoding: .utf8)
    let readme = try String(contentsOf: here.appending(path: "../../../README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```\n"))
  }

  @Test func `without its lock the example fails as its comment says`() throws {
    let result = try explore("counter", options: .init(forbidden: ["lost"])) { runtime in
      let count = runtime.cell("count", 0)
      for name in ["A", "B"] {
        runtime.thread(name) { count.write(count.read() + 1) }
      }
      runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
    }
    #expect(result["lost"] == 2)
    #expect(result.schedules == 4)
    #expect(result.simplestFailure?.code.name == "counter")
  }
}
