internal import Foundation
internal import Synchronization

extension Judge {
  /// What a line that a reader wrote comes to.
  public enum LineResult: Sendable {
    /// What the compiler said.
    case rejected(String)
    case explored(OutcomeCounts)
    /// It ended the program, or came no further.
    case ended(String)
  }

  /// Builds a program with this line in it, and explores it in a child, as an answer is.
  public func explore(_ text: String, as line: LineToWrite) async throws -> LineResult {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    steps(.building)
    let build = LineBuild(workplace: workplace, line: line)
    switch try await build.program(with: text, in: folder.url) {
    case .rejected(let words): return .rejected(words)
    case .built(let program):
      return try await explored(by: program, in: folder.url.appending(path: "scratch"))
    }
  }

  private func explored(by program: URL, in scratch: URL) async throws -> LineResult {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    steps(.exploring(trial: "your line", schedules: 0))
    let request = ExaminerRequest(
      token: "\(UUID())", pieces: [ExaminerRequest.answer], trial: "line")
    let child = ChildProgram(
      executable: program.plainPath,
      environment: [
        "TMPDIR": scratch.plainPath, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ],
      greeting: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    let heard = Mutex<OutcomeCounts?>(nil)
    let result = try await child.run(
      within: limits,
      heard: { line in
        guard
          case .explored(request.token, let tally)? = try? JSONDecoder().decode(
            ExaminerMessage.self, from: line)
        else { return }
        heard.withLock { $0 = tally }
      })
    if let tally = heard.withLock({ $0 }) { return .explored(tally) }
    switch result.ending {
    case .stopped(.cancelled): throw CancellationError()
    case .stopped(let reason): return .ended("it was stopped: \(reason.words)")
    case .signalled, .exited:
      let lines = result.errors.text.split(separator: "\n")
      let reason = lines.first { $0.contains("rror: ") }.map { ": \($0)" } ?? ""
      return .ended("it ended the program before all orders were run\(reason)")
    }
  }
}
