import CountTogether
import Foundation
import Testing

@testable import WorkbookKit

struct `A child program` {
  private let limits = ChildLimits(
    keptOutput: 1000, busyWithoutProgress: .milliseconds(300),
    idleWithoutProgress: .milliseconds(300), wall: .seconds(60))

  private func run(
    _ script: String, within limits: ChildLimits? = nil, greeting: String? = nil,
    heard: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ChildResult {
    let program = ChildProgram(
      executable: "/bin/sh", arguments: ["-c", script], greeting: greeting)
    return try await program.run(within: limits ?? self.limits, heard: heard)
  }

  @Test func `ends with its status, and each stream is kept apart`() async throws {
    let result = try await run("echo out; echo err >&2; exit 7")
    #expect(result.ending == .exited(status: 7))
    #expect(result.output.text == "out\n")
    #expect(result.errors.text == "err\n")
    #expect(!result.leftProcesses)
  }

  @Test func `that dies of a signal says which`() async throws {
    #expect(try await run("kill -SEGV $$").ending == .signalled(SIGSEGV))
  }

  @Test func `that loops for ever is stopped by the processor time it spent`() async throws {
    guard case .stopped(.busy(let spent)) = try await run("while :; do :; done").ending else {
      Issue.record("not stopped for being busy")
      return
    }
    #expect(spent > .milliseconds(300))
  }

  @Test func `in which nothing wants to run is stopped as blocked`() async throws {
    let program = ChildProgram(executable: "/bin/sleep", arguments: ["1000"])
    let result = try await program.run(within: limits)
    guard case .stopped(.blocked) = result.ending else {
      Issue.record("\(result.ending)")
      return
    }
    #expect(result.processorTime < .milliseconds(300))
  }

  @Test func `may write what it likes, and we keep the beginning`() async throws {
    let result = try await run("exec head -c 50000000 /dev/zero")
    #expect(result.ending == .exited(status: 0))
    #expect(result.output.kept.count == 1000)
    #expect(result.output.total == 50_000_000)
  }

  @Test func `must not start processes`() async throws {
    let result = try await run("sleep 1000 & wait")
    #expect(result.ending == .stopped(.processes(1)))
  }

  @Test(.timeLimit(.minutes(10)))
  func `that leaves a process behind is found out, and the process is gone`() async throws {
    var limits = limits
    limits.processes = 10
    let result = try await run("sleep 1000 & echo $!", within: limits)
    #expect(result.ending == .exited(status: 0))
    #expect(result.leftProcesses)
    let orphan = try #require(pid_t(result.output.text.dropLast()))
    while kill(orphan, 0) == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `gets no input and no environment`() async throws {
    let result = try await run("cat; env | grep -v -e ^PWD= -e ^_=")
    #expect(result.output.total == 0)
  }

  @Test func `talks over its private line`() async throws {
    let heard = Heard()
    _ = try await run("read word <&3; echo \"$word again\" >&3", greeting: "hello") {
      heard.append($0)
    }
    #expect(heard.lines == ["hello again"])
  }

  @Test func `is kept alive by what it says`() async throws {
    let script = """
      i=0; while [ $i -lt 8 ]; do j=0; while [ $j -lt 60000 ]; do j=$((j+1)); done
      i=$((i+1)); echo $i >&3; done
      """
    let result = try await run(script, greeting: "")
    #expect(result.ending == .exited(status: 0))
  }

  @Test func `ends when the task that runs it is cancelled`() async throws {
    let (lines, line) = AsyncStream.makeStream(of: Data.self)
    let task = Task {
      try await run("echo running >&3; exec sleep 1000", within: .trusted, greeting: "") {
        line.yield($0)
      }
    }
    for await _ in lines { break }
    task.cancel()
    #expect(try await task.value.ending == .stopped(.cancelled))
  }

  /// A process that dies, however suddenly, has its ends of all lines closed by the kernel.
  @Test func `that examines dies with the check that sent it`() async throws {
    let request = ExaminerRequest(token: "", pieces: ["LoopsForEver"])
    let program = try await Judge().samples(of: CountTogether.exercise)
    let child = try SpawnedProcess(
      ChildProgram(
        executable: program.plainPath,
        greeting: String(decoding: try JSONEncoder().encode(request), as: UTF8.self)))
    // It has begun when it has said something.
    var said = pollfd(fd: child.line, events: Int16(POLLIN), revents: 0)
    #expect(poll(&said, 1, 60_000) == 1)
    child.hangUp()
    var status: Int32 = 0
    #expect(waitpid(child.pid, &status, 0) == child.pid)
    #expect(status & 0x7f == SIGKILL)
  }

  @Test func `that cannot be started is an error with its name`() async throws {
    let program = ChildProgram(executable: "/no/such/program")
    await #expect(throws: SpawnFailure.self) { try await program.run(within: limits) }
  }
}

private final class Heard: @unchecked Sendable {
  // @unchecked Sendable because only the supervising thread appends, and the test reads after it.
  private(set) var lines: [String] = []
  func append(_ line: Data) { lines.append(String(decoding: line, as: UTF8.self)) }
}
