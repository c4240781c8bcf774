import Foundation
import Interleaving
import InterleavingTesting
import Testing

@Test func `an image is loaded once, and kept once`() throws {
  try check(outcomes: ["1 load, 1 kept"]) { runtime in
    let loads = runtime.atomic("loads", 0)
    let cache = ThumbnailsAfter(capacity: 2, in: runtime) { _ in
      loads.add(1)
      return Data()
    }
    for name in ["A", "B"] { runtime.thread(name) { _ = cache.image("cat") } }
    runtime.atEnd { runtime.outcome("\(loads.load()) load, \(cache.count) kept") }
  }
}

struct ThumbnailsTests {
  @Test func `before, it was loaded twice in some orders, and one image could push out both`()
    throws
  {
    let result = try explore("before") { runtime in
      let loads = runtime.atomic("loads", 0)
      let cache = ThumbnailsBefore(capacity: 2, in: runtime) { _ in
        loads.add(1)
        return Data()
      }
      for name in ["A", "B"] { runtime.thread(name) { _ = cache.image("cat") } }
      runtime.atEnd {
        _ = cache.image("dog")
        runtime.outcome("\(loads.load()) loads, \(cache.count) kept")
      }
    }
    #expect(
      Set(result.outcomes.map(\.name)) == ["2 loads, 2 kept", "3 loads, 1 kept"])
  }

  /// The guide shows no code that is not compiled here.
  @Test func `the guide shows the code of these files`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.appending(path: "../../..")
    let guide = try String(
      contentsOf: root.appending(
        path: "Sources/Interleaving/Interleaving.docc/TestingYourOwnClass.md"),
      encoding: .utf8)
    let files = try ["ThumbnailsBefore.swift", "ThumbnailsAfter.swift", "ThumbnailsTests.swift"]
      .map { try String(contentsOf: here.appending(path: $0), encoding: .utf8) }
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 3)
    // A scenario is for `workbook try`, whose tests compile ones like it.
    for block in blocks where !block.hasPrefix("func scenario") {
      #expect(files.contains { $0.contains(block) }, "\(block)")
    }
  }
}
