import Foundation
import LongTests
import PseudoTerminal
import Testing
import WorkbookKit

@testable import CommandLineTool

/// The real program, through pipes.
struct BinaryTests {
  private struct Ended {
    let output: String
    let errors: String
    let status: Int32
  }

  private let home = NSTemporaryDirectory() + "binary-" + UUID().uuidString

  /// Runs `workbook` with words as arguments and text on standard input.
  private func workbook(_ words: String..., input: String = "") throws -> Ended {
    try workbook(words, input: input)
  }

  private func workbook(_ words: [String], input: String = "") throws -> Ended {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path(of: "workbook"))
    process.arguments = words
    process.environment = [
      "HOME": home, "LANG": "C.UTF-8", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
    ]
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    // Output is far smaller than what a pipe holds, so writing first cannot block for ever.
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self), status: process.terminationStatus)
  }

  @Test func `arguments are one command`() throws {
    let ended = try workbook("version")
    #expect(ended.output == "workbook 1.0\n")
    #expect(ended.status == 0)
  }

  @Test func `piped lines are commands, without banner or prompt`() throws {
    let ended = try workbook(input: "version\n# a remark\nversion\n")
    #expect(ended.output == "workbook 1.0\nworkbook 1.0\n")
    #expect(ended.errors.isEmpty)
    #expect(ended.status == 0)
  }

  @Test func `what is wrong goes to standard error, with its status`() throws {
    let ended = try workbook("exlpore", "x")
    #expect(ended.output.isEmpty)
    #expect(
      ended.errors
        == "workbook: there is no command 'exlpore'\n  did you mean 'explore'?\n")
    #expect(ended.status == 2)
  }

  @Test func `random bytes do no harm`() throws {
    var generator = SplitMix(state: 7)
    let bytes = (0..<50_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let ended = try workbook("--keep-going", input: String(decoding: bytes, as: UTF8.self))
    #expect(ended.status == 2)
  }

  @Test func `a real hang is shown, named and survived`() throws {
    let ended = try workbook("run", "deadlocks", "--live")
    #expect(ended.output.contains("HANG: every thread was blocked for good."))
    #expect(ended.status == 4)
  }

  @Test func `a live run ends although its store would still hear of other processes`() throws {
    let ended = try workbook("run", "history/unseen-generation", "fix", "--live", "--json")
    #expect(ended.status == 0, "\(ended)")
    #expect(ended.output.contains(#""name":"new""#), "\(ended)")
  }

  @Test func `a live run that ends well names its outcome`() throws {
    let ended = try workbook("run", "deadlocks", "fix", "--live", "--json")
    #expect(ended.output.contains(#""ending":"outcome""#))
    #expect(ended.output.contains(#""name":"shown""#))
    #expect(ended.status == 0)
  }

  @Test(arguments: [
    ("deaf-app", "own-process", "new"), ("token-keeper", "bug", "lost"),
    ("token-keeper", "fix", "again"), ("token-keeper", "fix-one-save", "once"),
  ])
  func `a part of a live run is done by a second process, which is really killed`(
    scenario: String, variant: String, outcome: String
  ) throws {
    let ended = try workbook("run", "history/\(scenario)", variant, "--live", "--json")
    #expect(ended.output.contains(#""name":"\#(outcome)""#), "\(ended)")
    #expect(ended.status == 0)
  }

  @Test func `races that happened in a live run are told with both lines`() throws {
    let ended = try workbook("run", "history/two-migrators", "flag-early", "--live")
    #expect(ended.output.contains("data race on isMigrated: "), "\(ended)")
    for line in ["TwoMigrators.swift:59", "TwoMigrators.swift:62"] {
      #expect(ended.output.contains(line), "\(ended)")
    }
    #expect(ended.status == 0)
  }

  /// Each variant of the book; a run that hangs or crashes tells none.
  @Test(.long) func `every race of a live run is one of an exploration`() throws {
    struct Told: Decodable { let races: [String]? }
    func races(_ words: String...) throws -> Set<Set<String>> {
      let ended = try workbook(words + ["--json"])
      let told = try JSONDecoder().decode(Told.self, from: Data(ended.output.utf8))
      return Set((told.races ?? []).map { Set($0.split(separator: " and ").map(accesses)) })
    }
    func accesses(_ part: Substring) -> String {
      String(part.replacing(/data race on .*?: |, in no order/, with: ""))
    }
    let experiments = Catalogue.shipped.scenarios.flatMap { scenario in
      scenario.variants.map { (scenario.id, $0.name) }
    }
    for (scenario, variant) in LongTests.part(of: experiments) {
      let live = try races("run", scenario, variant, "--live")
      if live.isEmpty { continue }
      let explored = try races("explore", scenario, variant)
      #expect(explored.isSuperset(of: live), "\(scenario) \(variant)")
    }
  }

  @Test func `the doctor has looked at everything`() throws {
    let ended = try workbook("doctor")
    for subject in ["toolchain", "SQLite", "libedit", "locale", "state folder", "cores"] {
      #expect(ended.output.contains(subject))
    }
  }
}

/// The same bytes in every run.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
