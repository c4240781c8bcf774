import CountTogether
import Foundation
import LongTests
import Synchronization
import Testing

@testable import WorkbookKit

struct `A reader's answer` {
  private func judgement(of desk: AnswerDesk, by judge: Judge? = nil) async throws -> Judgement {
    let standing = try await (judge ?? desk.judge()).judgeAnswer(to: desk)
    guard case .judged(let judgement) = standing else {
      throw Standing(words: "\(standing)")
    }
    return judgement
  }

  private struct Standing: Error { let words: String }

  @Test func `that is untouched is not started, and never compiled`() async throws {
    try await AnswerDesk.use { desk in
      guard case .notStarted = try await desk.judge().judgeAnswer(to: desk) else {
        Issue.record("was judged")
        return
      }
    }
  }

  @Test func `that was deleted is said to be`() async throws {
    try await AnswerDesk.use { desk in
      try FileManager.default.removeItem(at: desk.folder.answer)
      guard case .deleted = try await desk.judge().judgeAnswer(to: desk) else {
        Issue.record("was judged")
        return
      }
    }
  }

  @Test func `that is right passes, and is not built twice`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      let first = try await judgement(of: desk)
      #expect(first.verdict == .pass)
      #expect(first.exitStatus == .done)
      let programs = try programs(desk)
      try await #expect(judgement(of: desk) == first)
      try #expect(self.programs(desk) == programs)
    }
  }

  @Test(.long) func `that goes by the order of a set is told the same each time`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(
        "for digit in Set((0...9).map(String.init)) { total.write(Int(digit)!) }")
      let first = try await judgement(of: desk)
      #expect(first.exitStatus == .notPassed)
      for _ in 1...3 { try await #expect(judgement(of: desk) == first) }
    }
  }

  @Test func `that is wrong is shown with its own lines`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.wrong)
      let judgement = try await judgement(of: desk)
      #expect(judgement.exitStatus == .notPassed)
      #expect(judgement.timeline?.steps.contains { $0.place == "CountTogether.swift:7" } == true)
    }
  }

  @Test func `that ends the program has not passed`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write("print(\"PASS\"); exit(0)")
      let judgement = try await judgement(of: desk)
      #expect(judgement.cause?.code == "ended.early")
      #expect(judgement.exitStatus == .crashed)
    }
  }

  @Test(arguments: ["let count: Int = \"one\"", "", "}"])
  func `that does not compile is shown as the compiler says it`(body: String) async throws {
    try await AnswerDesk.use { desk in
      try desk.write(body)
      if body.isEmpty { try "".write(to: desk.folder.answer, atomically: true, encoding: .utf8) }
      let judgement = try await judgement(of: desk)
      #expect(judgement.exitStatus == .doesNotBuild)
      #expect(judgement.cause?.detail?.contains("error:") == true)
      if !body.isEmpty {
        let place = desk.folder.answer.path + ":\(body == "}" ? 9 : 7)"
        #expect(judgement.cause?.detail?.contains(place) == true)
      }
    }
  }

  @Test(.long) func `is judged once by each of two checks at the same time`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right + " // twice")
      async let one = judgement(of: desk)
      async let other = judgement(of: desk)
      #expect(try await [one.verdict, other.verdict] == [.pass, .pass])
    }
  }

  @Test(.long) func `leaves nothing half-made when its check is interrupted`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right + " // interrupted")
      let (steps, told) = AsyncStream.makeStream(of: Judge.Step.self)
      let judge = desk.judge { told.yield($0) }
      let check = Task { try await judge.judgeAnswer(to: desk) }
      for await step in steps where step == .building { break }
      check.cancel()
      await #expect(throws: CancellationError.self) { try await check.value }
      let left = try FileManager.default.contentsOfDirectory(
        atPath: desk.checks.appending(path: desk.id).path)
      #expect(left.filter { $0 != "lock" && !$0.hasPrefix("answer-") } == [])
    }
  }

  @Test func `leaves no compiler running when its check is interrupted`() async throws {
    try await AnswerDesk.use { desk in
      var wasSeen = false
      // Who looked too late for a quick compiler looks again, at another answer.
      for attempt in 1...20 where !wasSeen {
        try desk.write(AnswerDesk.right + " // \(attempt)")
        wasSeen = await interruptsCompiler(of: desk)
      }
      #expect(wasSeen)
      #expect(processes(told: desk.checks.path) == [])
    }
  }

  /// Whether the compiler was seen, and the check interrupted there, before the check was over.
  private func interruptsCompiler(of desk: AnswerDesk) async -> Bool {
    let place = desk.checks.path
    let isOver = Atomic(false)
    let wasSeen = Atomic(false)
    let builds = DispatchSemaphore(value: 0)
    let judge = desk.judge { if $0 == .building { builds.signal() } }
    let check = Task { try await judge.judgeAnswer(to: desk) }
    // A thread of its own, because those of the pool may all be waiting.
    Thread.detachNewThread {
      builds.wait()
      while !isOver.load(ordering: .acquiring) {
        if processes(told: place).isEmpty { continue }
        wasSeen.store(true, ordering: .releasing)
        check.cancel()
        return
      }
    }
    _ = try? await check.value
    isOver.store(true, ordering: .releasing)
    builds.signal()
    return wasSeen.load(ordering: .acquiring)
  }

  @Test(.long) func `that is saved again while it is built is judged as it is then`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.wrong)
      let builds = Atomic(0)
      let judge = desk.judge { step in
        guard step == .building else { return }
        // The old text has been read, and the compiler has not begun.
        if builds.add(1, ordering: .relaxed).newValue == 1 { try? desk.write(AnswerDesk.right) }
      }
      let judgement = try await judgement(of: desk, by: judge)
      #expect(judgement.verdict == .pass)
      #expect(judgement.contentHash == desk.folder.answerHash)
      #expect(builds.load(ordering: .relaxed) == 2)
    }
  }

  @Test(.long) func `that is saved again while it is judged is not mixed up with the old one`()
    async throws
  {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.wrong)
      let old = desk.folder.answerHash
      let judge = desk.judge { step in
        if case .exploring = step { try? desk.write(AnswerDesk.right) }
      }
      let first = try await judgement(of: desk, by: judge)
      #expect(first.verdict == .wrong)
      #expect(first.contentHash == old)
      #expect(try await judgement(of: desk).verdict == .pass)
    }
  }

  /// A sleep costs virtual time and orders nothing, unless the code asks for that of the system.
  @Test(.long) func `that sleeps is judged all the same, and told if it does so for real`()
    async throws
  {
    try await AnswerDesk.use { desk in
      for nap in ["usleep(2000)", "sleep(1)", "Foundation.usleep(2000)"] {
        try desk.write("\(nap); " + AnswerDesk.right)
        #expect(try await judgement(of: desk).verdict == .pass, "\(nap)")
      }
      try desk.write("Foundation.sleep(1); " + AnswerDesk.right)
      let judgement = try await judgement(of: desk)
      #expect(judgement.cause?.code == "waits.sleep")
      #expect(judgement.misconception == "sleep-is-no-order")
    }
  }

  @Test func `is not judged with modules that are not there`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      let elsewhere = PackageLocation(
        package: PackageLocation.here.package, binaries: FileManager.default.temporaryDirectory)
      let judge = Judge(at: elsewhere, within: ChildLimits())
      let judgement = try await judgement(of: desk, by: judge)
      #expect(judgement.exitStatus == .fault)
      #expect(judgement.cause?.rationale.contains("'swift build'") == true)
    }
  }

  @Test(arguments: ["a folder", "a pipe"])
  func `that is no file is said so, and is no fault of the workbook`(kind: String) async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      let file = desk.folder.answer
      try FileManager.default.removeItem(at: file)
      if kind == "a pipe" {
        try #require(mkfifo(file.path, 0o600) == 0)
      } else {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
      let judgement = try await judgement(of: desk)
      #expect(judgement.exitStatus == .doesNotBuild)
      #expect(judgement.cause?.detail?.contains("is no file") == true)
    }
  }

  @Test func `is not judged where nothing can be written`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      // A file where a folder should be keeps even the superuser out.
      let package = desk.folder.url
      try "".write(to: package.appending(path: ".build"), atomically: true, encoding: .utf8)
      let elsewhere = PackageLocation(package: package, binaries: PackageLocation.here.binaries)
      let judge = Judge(at: elsewhere, within: ChildLimits())
      try await #expect(judgement(of: desk, by: judge).exitStatus == .fault)
    }
  }

  /// The built programs with the times they were built at.
  private func programs(_ desk: AnswerDesk) throws -> [String: Date?] {
    let folder = desk.checks.appending(path: desk.id)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasPrefix("answer-") }
        .map { ($0, folder.appending(path: $0).modificationDate) })
  }
}

extension AnswerDesk {
  /// A judge whose limits are soon reached, and whose programs lie on this desk.
  func judge(steps: @escaping @Sendable (Judge.Step) -> Void = { _ in }) -> Judge {
    let judge = `A hostile answer`.judge
    return Judge(at: workplace, within: judge.limits, steps: steps)
  }
}
