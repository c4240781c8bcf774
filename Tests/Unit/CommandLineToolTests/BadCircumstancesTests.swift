import Foundation
import PseudoTerminal
import Testing

/// The real program where input, files or readers are not as they should be.
struct BadCircumstancesTests {
  private let home: String
  private var state: String { home + "/.local/state/workbook" }

  init() throws {
    home = NSTemporaryDirectory() + "bad-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  private func workbook(
    _ words: [String] = [], input: Data = Data(), changing variables: [String: String] = [:]
  ) throws -> (output: String, errors: String, status: Int32) {
    let process = process(words, variables)
    let stdout = Pipe()
    let errors = home + "/errors"
    try Data().write(to: URL(filePath: errors))
    let file = home + "/input"
    try input.write(to: URL(filePath: file))
    process.standardInput = FileHandle(forReadingAtPath: file)
    process.standardOutput = stdout
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: output, as: UTF8.self), try String(contentsOfFile: errors, encoding: .utf8),
      process.terminationStatus
    )
  }

  private func process(_ words: [String], _ variables: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path(of: "workbook"))
    process.arguments = words
    process.environment = ["HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
      .merging(variables) { $1 }
    return process
  }

  private func clean() { try? FileManager.default.removeItem(atPath: home) }

  @Test(arguments: [
    (Data(repeating: UInt8(ascii: "x"), count: 1 << 20), "the line is longer than"),
    (Data("list\0\n".utf8), "contains a NUL byte"),
    (Data([0x6C, 0xFF, 0xFE, 0x0A]), "is not valid UTF-8"),
  ])
  func `a line that is no text is refused with its reason`(input: Data, reason: String) throws {
    defer { clean() }
    let ended = try workbook(input: input)
    #expect(ended.status == 2)
    #expect(ended.errors.contains(reason))
    #expect(ended.output.isEmpty)
  }

  @Test func `a hundred thousand lines of random bytes end without a crash`() throws {
    defer { clean() }
    var state: UInt64 = 11
    var bytes = Data()
    for _ in 0..<100_000 {
      for _ in 0..<6 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      bytes.append(0x0A)
    }
    let ended = try workbook(["--keep-going"], input: bytes)
    #expect(ended.status == 2)
  }

  @Test func `a reader who leaves early, as head does, is no failure`() throws {
    defer { clean() }
    let process = process(["help", "json"])
    let stdout = Pipe()
    process.standardOutput = stdout
    try stdout.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func `damaged progress is set aside and told of`() throws {
    defer { clean() }
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let file = state + "/progress.json"
    try Data("{ not JSON".utf8).write(to: URL(filePath: file))
    let ended = try workbook(["list"])
    #expect(ended.status == 0)
    #expect(ended.errors.contains("was moved to '\(file).damaged-1'"))
    #expect(try String(contentsOfFile: file + ".damaged-1", encoding: .utf8) == "{ not JSON")
  }

  @Test func `where nothing can be kept it works in memory and says so once`() throws {
    defer { clean() }
    let ended = try workbook(
      input: Data("goto basics\ngoto deadlocks\nlist\n".utf8),
      changing: ["XDG_STATE_HOME": "/dev/null/nowhere"])
    #expect(ended.status == 0)
    #expect(ended.errors.split(separator: "cannot be written").count == 2)
    #expect(ended.output.contains("You stand in 'deadlocks', at 'the-app-stands-still'."))
  }

  @Test func `two programs at once lose nothing of each other`() throws {
    defer { clean() }
    let exercises = ["rename-room", "export-texts", "stale-title", "send-draft"]
    let processes = exercises.map { process(["hint", $0]) }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }
    for process in processes { process.waitUntilExit() }
    let progress = try String(contentsOfFile: state + "/progress.json", encoding: .utf8)
    for exercise in exercises { #expect(progress.contains(exercise)) }
  }
}
