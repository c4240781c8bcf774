import LongTests
import Testing

@testable import WorkbookKit

/// What Dispatch ends a process for, which a file is told before it does.
@Suite(.long) struct DispatchTrapTests {
  private static let misuses = [
    ("a semaphore", "_ = DispatchSemaphore(value: 1).wait(timeout: .now())"),
    (
      "resume() of a timer",
      "let timer = DispatchSource.makeTimerSource()\n  timer.resume()\n  timer.resume()"
    ),
    ("first resume()", "DispatchSource.makeTimerSource().setEventHandler {}"),
    ("leave() without enter()", "DispatchGroup().leave()"),
  ]

  @Test(arguments: misuses)
  func `what Dispatch traps at is a trap`(_ words: String, _ line: String) async throws {
    let report = try await TryDesk.report(
      "import Foundation\nfunc scenario(_ s: Stage) {\n  \(line)\n}\n")
    #expect(report.findings.map(\.kind) == [.trap])
    #expect(report.findings.first?.sentence.contains(words) == true, "\(report.found)")
  }

  /// What is used up rightly is no misuse.
  @Test func `what is given back may go`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let taken = DispatchSemaphore(value: 1)
        taken.wait()
        taken.signal()
        DispatchSemaphore(value: 0).signal()
        let timer = DispatchSource.makeTimerSource()
        timer.activate()
        timer.activate()
        timer.cancel()
      }
      """)
    #expect(report.found == [])
  }
}
