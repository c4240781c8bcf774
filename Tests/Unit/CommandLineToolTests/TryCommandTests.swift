import Foundation
import LongTests
import PseudoTerminal
import Testing
import WorkbookKit

@testable import CommandLineTool

/// `try FILE`: its status, its flags, and what a terminal sees of it.
@Suite(.long, .serialized) struct TryCommandTests {
  private let folder = NSTemporaryDirectory() + "try-" + UUID().uuidString
  private var file: String { folder + "/Mine.swift" }

  private static let locked = """
    import Foundation
    final class Counter {
      let lock = NSLock()
      var count = 0
      func add() { lock.withLock { count += 1 } }
    }
    func scenario(_ s: Stage) {
      let counter = Counter()
      for name in ["A", "B"] { s.thread(name) { counter.add() } }
      s.expect("both") { counter.count == 2 }
    }
    """
  private static let racy = locked.replacing("lock.withLock { count += 1 }", with: "count += 1")
  private static let large = locked.replacing(
    "for name in [\"A\", \"B\"] { s.thread(name) { counter.add() } }",
    with: """
      for name in ["A", "B", "C", "D", "E", "F"] {
          s.thread(name) { for _ in 0..<20 { counter.add() } }
        }
      """
  ).replacing("counter.count == 2", with: "counter.count == 120")

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func terminal(_ words: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: BuiltProgram.path(of: "workbook"), arguments: ["try"] + words,
      environment: [
        "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      ])
  }

  @Test(arguments: [
    (locked, "", WorkbookKit.ExitStatus.done, "2 orders, all of them: nothing found"),
    (locked, " --optimize", .done, "2 orders, all of them: nothing found"),
    (racy, "", .notPassed, "RACE"), (racy, " --optimize", .notPassed, "RACE"),
    (large, " --budget 5", .inconclusive, "5 orders: nothing found so far"),
    ("func scenario(_ s: Stage) { nothing() }", "", .doesNotBuild, "Mine.swift:1:"),
  ])
  func `the status says what was found`(
    _ text: String, _ flag: String, _ status: WorkbookKit.ExitStatus, _ words: String
  ) throws {
    try write(text)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("try '\(file)'\(flag)") == status)
    #expect(desk.output.contains(words), "\(desk.output) \(desk.errors)")
  }

  @Test func `a file that is not there is said to be none`() {
    let desk = Desk(catalogue: .shipped)
    #expect(desk.perform("try '\(file)'") == .usage)
    #expect(desk.errors.contains("Mine.swift"))
  }

  @Test func `Ctrl-C says what is known by then`() throws {
    try write(Self.large)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let terminal = try terminal(file, "--budget", "100000000")
    try terminal.expect("orders so far")
    try terminal.send("\u{3}")
    try terminal.expect("nothing found so far")
    #expect(try terminal.waitForExit() == .exited(130))
  }

  @Test func `a watch tries the file again when it is saved`() throws {
    try write(Self.racy)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let terminal = try terminal(file, "--watch")
    // The end of a verdict that is longer than the screen.
    try terminal.expect("weak memory.")
    try write(Self.locked)
    try terminal.expect("all of them: nothing found")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
  }
}
