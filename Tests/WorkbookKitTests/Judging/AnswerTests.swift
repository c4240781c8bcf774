import CountTogether
import Foundation
import Synchronization
import Testing

@testable import WorkbookKit

/// The toy exercise with an answer of its own, so that the one in the package stays as it is.
private struct Desk: CheckedExercise {
  let folder: ExerciseFolder
  var trialIDs: [String] { exercise.trialIDs }
  var solutionCards: [PieceCard] { exercise.solutionCards }
  var museumCards: [PieceCard] { exercise.museumCards }
  var misconceptions: [Misconception] { exercise.misconceptions }

  init() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let url = root.appending(path: exercise.folder.url.lastPathComponent)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: exercise.folder.url, to: url)
    folder = ExerciseFolder(url)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder.url.deletingLastPathComponent())
  }

  func examinePiece(_ name: String, progress: @escaping OnProgress) -> Examined? {
    exercise.examinePiece(name, progress: progress)
  }

  func write(_ body: String) throws {
    let text = """
      import CountTogether
      import Foundation
      import Interleaving

      struct Answer: CountsTogether {
        func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
          \(body)
        }
      }
      """
    try text.write(to: folder.answer, atomically: true, encoding: .utf8)
  }

  static let right = "for _ in 0..<times { lock.withLock { total.write(total.read() + 1) } }"
}

@Suite(.serialized) struct `A reader's answer` {
  private let judge = `A hostile answer`.judge

  private func withDesk(_ body: (Desk) async throws -> Void) async throws {
    let desk = try Desk()
    defer { desk.remove() }
    try await body(desk)
  }

  private func judgement(of desk: Desk, by judge: Judge? = nil) async throws -> Judgement {
    let standing = try await (judge ?? self.judge).judgeAnswer(to: desk)
    guard case .judged(let judgement) = standing else {
      throw Standing(words: "\(standing)")
    }
    return judgement
  }

  private struct Standing: Error { let words: String }

  @Test func `that nobody has touched is not started, and never compiled`() async throws {
    try await withDesk { desk in
      guard case .notStarted = try await judge.judgeAnswer(to: desk) else {
        Issue.record("was judged")
        return
      }
    }
  }

  @Test func `that was deleted is said to be`() async throws {
    try await withDesk { desk in
      try FileManager.default.removeItem(at: desk.folder.answer)
      guard case .deleted = try await judge.judgeAnswer(to: desk) else {
        Issue.record("was judged")
        return
      }
    }
  }

  @Test func `that is right passes, and is not built twice`() async throws {
    try await withDesk { desk in
      try desk.write(Desk.right)
      let first = try await judgement(of: desk)
      #expect(first.verdict == .pass)
      #expect(first.exitStatus == .done)
      let programs = try programs(desk)
      try await #expect(judgement(of: desk) == first)
      try #expect(self.programs(desk) == programs)
    }
  }

  @Test func `that is wrong is shown with its own lines`() async throws {
    try await withDesk { desk in
      try desk.write("total.write(total.read() + times)")
      let judgement = try await judgement(of: desk)
      #expect(judgement.exitStatus == .notPassed)
      #expect(judgement.timeline?.steps.contains { $0.place == "CountTogether.swift:7" } == true)
    }
  }

  @Test func `that ends the program has not passed`() async throws {
    try await withDesk { desk in
      try desk.write("print(\"PASS\"); exit(0)")
      let judgement = try await judgement(of: desk)
      #expect(judgement.cause?.code == "ended.early")
      #expect(judgement.exitStatus == .crashed)
    }
  }

  @Test(arguments: ["let count: Int = \"one\"", "", "}"])
  func `that does not compile is shown as the compiler says it`(body: String) async throws {
    try await withDesk { desk in
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

  @Test func `is judged once by each of two checks at the same time`() async throws {
    try await withDesk { desk in
      try desk.write(Desk.right + " // twice")
      async let one = judgement(of: desk)
      async let other = judgement(of: desk)
      #expect(try await [one.verdict, other.verdict] == [.pass, .pass])
    }
  }

  @Test func `leaves nothing half-made when its check is interrupted`() async throws {
    try await withDesk { desk in
      try desk.write(Desk.right + " // interrupted")
      let (steps, told) = AsyncStream.makeStream(of: Judge.Step.self)
      let judge = Judge(at: .here, within: judge.limits, examiner: judge.examiner) {
        told.yield($0)
      }
      let check = Task { try await judge.judgeAnswer(to: desk) }
      for await step in steps where step == .building { break }
      check.cancel()
      await #expect(throws: CancellationError.self) { try await check.value }
      let left = try FileManager.default.contentsOfDirectory(atPath: checks(desk).path)
      #expect(left.filter { $0 != "lock" && !$0.hasPrefix("answer-") } == [])
    }
  }

  @Test func `is not judged with modules that are not there`() async throws {
    try await withDesk { desk in
      try desk.write(Desk.right)
      let elsewhere = Workplace(
        package: Workplace.here.package, binaries: FileManager.default.temporaryDirectory)
      let judge = Judge(at: elsewhere, within: ChildLimits(), examiner: "ToyExaminer")
      let judgement = try await judgement(of: desk, by: judge)
      #expect(judgement.exitStatus == .fault)
      #expect(judgement.cause?.rationale.contains("'swift build'") == true)
    }
  }

  @Test func `is not judged where nothing can be written`() async throws {
    try await withDesk { desk in
      try desk.write(Desk.right)
      // A file where a folder should be keeps even the superuser out.
      let package = desk.folder.url
      try "".write(to: package.appending(path: ".build"), atomically: true, encoding: .utf8)
      let elsewhere = Workplace(package: package, binaries: Workplace.here.binaries)
      let judge = Judge(at: elsewhere, within: ChildLimits(), examiner: "ToyExaminer")
      try await #expect(judgement(of: desk, by: judge).exitStatus == .fault)
    }
  }

  private func checks(_ desk: Desk) -> URL { Workplace.here.checks(of: desk.id) }

  /// The built programs with the times they were built at.
  private func programs(_ desk: Desk) throws -> [String: Date?] {
    let folder = checks(desk)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasPrefix("answer-") }
        .map { ($0, folder.appending(path: $0).modificationDate) })
  }
}
