import CountTogether
import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// Nothing that a check starts outlives it.
struct `What a check has started` {
  @Test func `is over with the answer that started it, in whatever process group`() async throws {
    try await AnswerDesk.use { desk in
      let scratch = desk.root.appending(path: "scratch")
      let piece = try await desk.judge().examine(
        ["StartsProcess"], of: exercise,
        with: try await desk.judge().samples(of: exercise), in: scratch)[0]
      #expect(piece.judgement.cause?.code == "limit.processes")
      // What the answer starts has its environment, and is told there of the folder.
      #expect(processes(told: scratch.path, in: "environ") == [])
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `ends when this process does, although it knows nothing of us`() async throws {
    let program = ChildProgram(
      executable: "/bin/sh", arguments: ["-c", "sleep 1000 & echo $!; wait"])
    let child = try SpawnedProcess(program.endingWithThisProcess)
    let sleeper = try #require(pid_t(child.firstLine))
    // As the kernel does for a process that dies.
    child.hangUp()
    var status: Int32 = 0
    #expect(waitpid(child.pid, &status, 0) == child.pid)
    #expect(status & 0x7f == SIGKILL)
    while !ProcessSample.hasEnded(sleeper) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `keeps another check of the exercise waiting, until it dies`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      let folder = desk.checks.appending(path: desk.id)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let other = try SpawnedProcess(
        ChildProgram(
          executable: "/usr/bin/flock",
          arguments: [folder.appending(path: "lock").path, "sh", "-c", "echo held; sleep 1000"]))
      defer { other.hangUp() }
      #expect(other.firstLine == "held")

      let judge = desk.judge { if case .waiting = $0 { other.kill() } }
      guard case .judged(let judgement) = try await judge.judgeAnswer(to: desk) else {
        Issue.record("was not judged")
        return
      }
      #expect(judgement.verdict == .pass)
      var status: Int32 = 0
      #expect(waitpid(other.pid, &status, 0) == other.pid)
      #expect(status & 0x7f == SIGKILL)
    }
  }
}

extension SpawnedProcess {
  /// What it says first, once it has said it.
  fileprivate var firstLine: String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var said = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while poll(&said, 1, 60_000) == 1, read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
