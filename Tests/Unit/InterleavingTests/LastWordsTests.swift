import Foundation
import Interleaving
import Testing

/// A program that ends the process leaves behind how it came to that.
struct LastWordsTests {
  @Test func `a trap is told with the steps before it and a code`() async throws {
    let ended = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try? explore("trap") { runtime in
        let cell = runtime.cell("counter", 0)
        for name in ["A", "B"] {
          runtime.thread(name) {
            let seen = cell.read()
            cell.write(seen + 1)
            precondition(cell.read() > seen + name.count - 1)
          }
        }
        runtime.thread("C") { cell.write(0) }
      }
    }
    let told = String(decoding: ended.standardErrorContent, as: UTF8.self)
    #expect(told.contains("The process dies here, in a run of trap: "))
    #expect(told.contains("The steps so far are those of trap@1-"))
    #expect(told.contains("writes counter (LastWordsTests.swift:"))
  }

  @Test func `a fatal error is told`() async throws {
    let ended = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try? explore("fatal") { runtime in
        let cell = runtime.cell("cell", 0)
        runtime.thread("T") {
          cell.write(1)
          fatalError("gave up")
        }
      }
    }
    let told = String(decoding: ended.standardErrorContent, as: UTF8.self)
    #expect(told.contains("in a run of fatal: T went on after step 1"))
    #expect(told.contains("T writes cell"))
  }

  @Test func `an error that was not expected is told`() async throws {
    let ended = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try? explore("thrown") { runtime in
        let cell = runtime.cell("cell", 0)
        runtime.task("K") {
          cell.write(1)
          try! Self.refuse()
        }
      }
    }
    let told = String(decoding: ended.standardErrorContent, as: UTF8.self)
    #expect(told.contains("in a run of thrown: K went on after step 1"))
    #expect(told.contains("K writes cell"))
  }

  private static func refuse() throws { throw CocoaError(.fileNoSuchFile) }

  @Test func `a continuation that is resumed twice is told, in a file as well`() async throws {
    let path = NSTemporaryDirectory() + "last-words-\(UUID()).txt"
    await #expect(processExitsWith: .failure) { [path = path as String] in
      var options = ExplorationOptions()
      options.lastWordsPath = path
      _ = try? explore("twice", options: options) { runtime in
        let cell = runtime.cell("cell", 0)
        runtime.task("reader") {
          await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
            cell.write(1)
            waiting.resume()
            waiting.resume()
          }
        }
      }
    }
    let told = try String(contentsOfFile: path, encoding: .utf8)
    #expect(told.contains("in a run of twice: reader went on after step 1"))
    #expect(told.contains("reader writes cell"))
    try? FileManager.default.removeItem(atPath: path)
  }
}
