import CountTogether
import Foundation
import Testing

@testable import WorkbookKit

/// Every way to get away from a check, or to take it down, seen to be contained and named.
@Suite struct `A hostile answer` {
  /// Small, so that what runs into a limit does it soon.
  static let judge = Judge(
    at: .here,
    within: ChildLimits(
      memory: 300 << 20, threads: 150, busyWithoutProgress: .seconds(3),
      idleWithoutProgress: .seconds(2)),
    examiner: "ToyExaminer")

  @Test(arguments: [
    ("Exits", Verdict.crash, "ended.early"),
    ("Traps", .crash, "crashed.trap"),
    ("RunsOutOfStack", .crash, "crashed.stack"),
    ("WritesAnywhere", .crash, "crashed.bad-access"),
    ("LoopsForEver", .hang, "hang.endless-loop"),
    ("WaitsForNobody", .hang, "hang.blocked"),
    ("SleepsLong", .wrong, "waits.sleep"),
    ("EatsMemory", .crash, "limit.memory"),
    ("StartsThreads", .crash, "limit.threads"),
    ("StartsProcess", .crash, "limit.processes"),
    ("WritesBigFile", .crash, "limit.file-size"),
    ("PrintsVerdict", .wrong, "outcome.lost"),
    ("Floods", .wrong, "outcome.lost"),
    ("UsesForeignThread", .wrong, "outcome.foreign-thread"),
  ])
  func `is contained, and told what it did`(
    piece: String, verdict: Verdict, cause: String
  ) async throws {
    let judgement = try await Self.judge.judgePieces([piece], of: exercise)[0]
    #expect(judgement.verdict == verdict)
    #expect(judgement.cause?.code == cause, "\(judgement)")
  }

  /// Not by the group or the session, which an answer can leave: by the kernel.
  @Test(
    .enabled(if: Confinement.offered == Confinement.allCases, "this kernel cannot confine"),
    arguments: [
      ("LeavesADaemon", Verdict.crash, "limit.processes"),
      ("KillsItsParent", .crash, "limit.signals"),
      ("WritesElsewhere", .crash, "limit.files"),
      ("WritesToItsFolder", .pass, nil),
    ] as [(String, Verdict, String?)])
  func `is kept from what is outside of it, and told what it did`(
    piece: String, verdict: Verdict, cause: String?
  ) async throws {
    let judgement = try await Self.judge.judgePieces([piece], of: exercise)[0]
    #expect(judgement.verdict == verdict)
    #expect(judgement.cause?.code == cause, "\(judgement)")
  }

  @Test func `does not keep the others from being judged`() async throws {
    let names = ["Exits", "LocksBoth", "Traps", "AsShipped", "Modifies"]
    let judgements = try await Self.judge.judgePieces(names, of: exercise)
    #expect(judgements.map(\.verdict) == [.crash, .pass, .crash, .wrong, .pass])
  }

  @Test func `that traps is told where`() async throws {
    let judgement = try await Self.judge.judgePieces(["Traps"], of: exercise)[0]
    #expect(judgement.cause?.detail?.contains("Fatal error: on purpose") == true, "\(judgement)")
  }

  /// Also where the watchdog would not mind.
  @Test func `that starts a process is charged with it, and not the one behind it`() async throws {
    let careless = Judge(
      at: .here, within: ChildLimits(processes: 100), examiner: Self.judge.examiner)
    let judgements = try await careless.judgePieces(["StartsProcess", "Modifies"], of: exercise)
    #expect(judgements.map(\.verdict) == [.crash, .pass])
    #expect(judgements[0].cause?.code == "limit.processes")
  }

  /// As it must if on a busy machine it dies of its many threads before the watchdog looks again.
  @Test func `that dies has said how many threads it had`() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (heard, result) = try await Self.judge.send(
      ExaminerRequest(token: "of this test", pieces: ["Traps"]), of: exercise,
      with: Self.judge.workplace.binaries.appending(path: Self.judge.examiner),
      in: folder.url.appending(path: "scratch"))
    let lastWord = try #require(heard.lastWord)
    #expect(try (1..<150).contains(#require(ProcessSample(lastWord)).threads))
    func cause(allowing threads: Int) -> String? {
      Judgement.ended(exercise, result, ChildLimits(threads: threads), lastWord: lastWord)
        .cause?.code
    }
    #expect(cause(allowing: 0) == "limit.threads")
    #expect(cause(allowing: 150) == "crashed.trap")
  }
}
