import Foundation
import LongTests
import PseudoTerminal
import Testing

/// Ctrl-C while the real program waits for something.
@Suite(.long, .blocking, .serialized) struct InterruptTests {
  private let home = NSTemporaryDirectory() + "interrupt-" + UUID().uuidString

  private func workbook(_ words: String...) throws -> PseudoTerminal {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    return try PseudoTerminal(
      program: BuiltProgram.path(of: "workbook"), arguments: words,
      environment: [
        "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": home, "TMPDIR": home,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      ])
  }

  @Test func `a watch ends, and the shell is told`() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try workbook("watch", "rename-room")
    try terminal.expect("Ctrl-C ends")
    try terminal.expect("rename-room  not started")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test func `after a watch the prompt has a line of its own`() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try workbook()
    try terminal.expect("workbook>")
    try terminal.send("watch rename-room\r")
    try terminal.expect("rename-room  not started")
    try terminal.send("\u{3}")
    try terminal.expect("the prompt") { $0.currentLine == "workbook>" }
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `a build ends, and its compiler with it`() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try compiling()
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(processes(told: home) == [])
    #expect(try temporaryFolders() == [])
  }

  @Test(.timeLimit(.minutes(60)))
  func `a killed check takes its compiler with it, and the next one clears up`() async throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let killed = try compiling()
    killed.signal(SIGKILL)
    #expect(try killed.waitForExit() == .killed(signal: SIGKILL))
    while !processes(told: home).isEmpty {
      try Task.checkCancellation()
      poll(nil, 0, 20)
    }
    #expect(try temporaryFolders().count == 1)

    let next = try compiling()
    #expect(try temporaryFolders().count == 1)
    try next.send("\u{3}")
    #expect(try next.waitForExit() == .exited(130))
    #expect(try temporaryFolders() == [])
  }

  /// A check in the middle of a build.
  private func compiling() throws -> PseudoTerminal {
    let terminal = try workbook("check", "--graders")
    try terminal.expect("import-history: building")
    // What it says meanwhile is read: were the terminal full, it would wait, and build nothing.
    try terminal.expect("a compiler", lookingEvery: 20) { _ in !processes(told: home).isEmpty }
    return terminal
  }

  private func temporaryFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home)
      .filter { $0.hasPrefix("workbook-check-") }
  }
}
