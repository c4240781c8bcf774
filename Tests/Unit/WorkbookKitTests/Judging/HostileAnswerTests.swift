import CountTogether
import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// Every way to get away from a check, or to take it down, seen to be contained and named.
struct `A hostile answer` {
  /// Small, so that what runs into a limit does it soon.
  static let judge = Judge(
    at: .here,
    within: ChildLimits(
      memory: 300 << 20, threads: 150, busyWithoutProgress: .seconds(3),
      idleWithoutProgress: .seconds(2)))

  @Test(arguments: LongTests.all(ways, orFirst: 5))
  func `is contained, and told what it did`(
    piece: String, verdict: Verdict, cause: String
  ) async throws {
    let judgement = try await Self.judge.judgePieces([piece], of: exercise)[0]
    #expect(judgement.verdict == verdict)
    #expect(judgement.cause?.code == cause, "\(judgement)")
  }

  private static let ways: [(piece: String, verdict: Verdict, cause: String)] = [
    ("Exits", .crash, "ended.early"),
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
    ("LeavesAThread", .wrong, "outcome.foreign-thread"),
  ]

  /// Not by the group or the session, which an answer can leave: by the kernel.
  @Test(
    .enabled(if: Confinement.offered.contains(.calls), "this kernel has no seccomp"),
    arguments: [
      ("LeavesADaemon", "limit.processes"),
      ("KillsItsParent", "limit.signals"),
      ("Connects", "limit.network"),
      ("LooksIntoItsParent", "limit.other-processes"),
      ("ClosesEverything", "limit.descriptors"),
    ])
  func `is kept from what is outside of it, and told what it did`(
    piece: String, cause: String
  ) async throws {
    let judgement = try await Self.judge.judgePieces([piece], of: exercise)[0]
    #expect(judgement.verdict == .crash)
    #expect(judgement.cause?.code == cause, "\(judgement)")
  }

  @Test(.enabled(if: Confinement.offered.contains(.files), "this kernel has no Landlock"))
  func `writes into its own folder and nowhere else`() async throws {
    let judgements = try await Self.judge.judgePieces(
      ["WritesElsewhere", "WritesToItsFolder"], of: exercise)
    #expect(judgements.map(\.verdict) == [.crash, .pass])
    #expect(judgements[0].cause?.code == "limit.files", "\(judgements[0])")
  }

  /// It comes on, and would come to an end one day.
  @Test(.long) func `is given the time of one verdict, and the next one has its own`() async throws
  {
    let judge = Judge(
      at: .here,
      within: ChildLimits(busyWithoutProgress: nil, idleWithoutProgress: nil, time: .seconds(4)))
    let judgements = try await judge.judgePieces(["Naps", "Modifies"], of: exercise)
    #expect(judgements.map(\.verdict) == [.inconclusive, .pass])
    #expect(judgements[0].cause?.code == "limit.time")
  }

  @Test(arguments: [(20, "limit.time"), (500, "limit.orders")])
  func `that came to no end is told whether it has too many orders`(
    orders: Int, cause: String
  ) throws {
    var heard = ChildReport(ExaminerRequest(token: "", pieces: ["answer"]), exercise)
    heard.take(.progress(piece: "answer", trial: "one", schedules: orders))
    let result = ChildResult(
      ending: .stopped(.tooLong(.seconds(10), threads: 4)), output: CapturedOutput(limit: 9),
      errors: CapturedOutput(limit: 9), peakMemory: 0, processorTime: .seconds(10),
      wallTime: .seconds(10),
      leftProcesses: false)
    let judgement = Judgement.ended(exercise, result, ChildLimits(), heard)
    #expect(judgement.verdict == .inconclusive)
    #expect(judgement.cause?.code == cause)
  }

  @Test func `is not confined in silence where the kernel cannot`() {
    #expect(Confinement.caveat(offered: Confinement.allCases) == nil)
    #expect(Confinement.caveat(offered: [.calls])?.contains("writing outside its folder") == true)
    #expect(Confinement.caveat(offered: [])?.contains("the network") == true)
    #expect(ExaminerBuild.caveat(canSeeMemory: true) == nil)
    #expect(ExaminerBuild.caveat(canSeeMemory: false)?.contains("are not seen here") == true)
    #expect(!ExaminerBuild.canSeeMemory(with: "/nowhere/swiftc"))
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
    let careless = Judge(at: .here, within: ChildLimits(processes: 100))
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
      with: try await Self.judge.samples(of: exercise),
      in: folder.url.appending(path: "scratch"))
    let lastWord = try #require(heard.lastWord)
    #expect(try (1..<150).contains(#require(ProcessSample(lastWord)).threads))
    func cause(allowing threads: Int) -> String? {
      Judgement.ended(exercise, result, ChildLimits(threads: threads), heard)
        .cause?.code
    }
    #expect(cause(allowing: 0) == "limit.threads")
    #expect(cause(allowing: 150) == "crashed.trap")
  }
}
