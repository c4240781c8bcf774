import Foundation
import Glibc
import PseudoTerminal
import Testing

/// What stops the real program on a real terminal, and what it leaves behind.
struct InterruptionTests {
  /// The longest exploration of the workbook; it is seen at work before it is stopped.
  private static let long = "explore confinement/hears-too-much --no-reduction --predict once"
  private static let atWork = "a second, Ctrl-C stops"
  private static let stopped = "schedules run until you stopped it"

  /// How many threads the program has now.
  private func threads(of reader: Reader) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(reader.terminal.process)/task")
      .count
  }

  /// A reader who stopped what `attempt` begins. On a busy machine it may be over before a key is
  /// pressed; then it is begun once more.
  private func inTime(
    _ attempt: () throws -> (reader: Reader, stopped: String)
  ) throws -> Reader {
    for _ in 1...20 {
      let (reader, stopped) = try attempt()
      try reader.terminal.expect(stopped) {
        $0.text.contains(stopped) || $0.currentLine == "workbook>"
      }
      if reader.terminal.screen.text.contains(stopped) { return reader }
    }
    throw TooLate()
  }

  private struct TooLate: Error {}

  @Test func `Ctrl-C stops an exploration and shows what was found so far`() throws {
    var usual = 0
    let reader = try inTime {
      let reader = try Reader(rows: 200)
      // What a finished exploration keeps for the next one is no leak.
      try reader.enter("explore confinement/hears-too-much --predict once", expecting: "Code:")
      usual = try threads(of: reader)
      reader.terminal.forget()
      try reader.terminal.send(Self.long + "\r")
      try reader.terminal.expect(Self.atWork)
      try reader.terminal.send("\u{3}")
      return (reader, Self.stopped)
    }
    try reader.expectPrompt()
    #expect(reader.terminal.screen.text.contains("Code: confinement/hears-too-much"))
    // On a busy machine Dispatch keeps a thread or two more for a while; a run left behind would
    // keep all of its own.
    #expect(try threads(of: reader) <= usual + 2)
    try reader.enter("version", expecting: "workbook 1.0")
  }

  @Test func `a single command that is stopped ends with status 130`() throws {
    var end = ProgramEnd.exited(0)
    // One that comes to its end has found something: 1.
    for _ in 1...20 where end != .exited(130) {
      let reader = try Reader(
        "explore", "confinement/hears-too-much", "--no-reduction", "--predict", "once", rows: 200)
      try reader.terminal.expect(Self.atWork)
      try reader.terminal.send("\u{3}")
      end = try reader.terminal.waitForExit()
      #expect(reader.terminal.screen.text.contains(Self.stopped) == (end == .exited(130)))
    }
    #expect(end == .exited(130))
  }

  @Test func `Ctrl-C stops a live run and its process`() throws {
    let reader = try inTime {
      let reader = try Reader()
      try reader.terminal.send("run deadlocks --live\r")
      try reader.terminal.expect("on real threads, Ctrl-C stops it")
      try reader.terminal.send("\u{3}")
      return (reader, "you stopped 'deadlocks/ping-pong'")
    }
    try reader.expectPrompt()
    let children = try String(
      contentsOfFile:
        "/proc/\(reader.terminal.process)/task/\(reader.terminal.process)/children",
      encoding: .utf8)
    #expect(children.isEmpty)
  }

  @Test func `keys pressed while something runs are not executed behind it`() throws {
    let reader = try inTime {
      let reader = try Reader(rows: 200)
      try reader.terminal.send(Self.long + "\r")
      try reader.terminal.expect(Self.atWork)
      try reader.terminal.send("version\r")
      reader.terminal.signalForeground(SIGINT)
      return (reader, Self.stopped)
    }
    try reader.expectPrompt()
    try reader.enter("help codes", expecting: "Replay codes")
    #expect(!reader.terminal.screen.text.contains("workbook 1.0"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a killed prompt gives the terminal back as it was`(signal: Int32) throws {
    let reader = try Reader()
    // The settings change only once keys are awaited, which an echoed key proves.
    try reader.type("half", showing: "half")
    #expect(!reader.terminal.settings.isCanonical)
    reader.terminal.signal(signal)
    #expect(try reader.terminal.waitForExit() == .killed(signal: signal))
    try expectOrdinaryTerminal(of: reader)
  }

  @Test func `a program killed in the middle of an exploration does so too`() throws {
    let reader = try Reader()
    try reader.terminal.send(Self.long + "\r")
    try reader.terminal.expect(Self.atWork)
    reader.terminal.signal(SIGTERM)
    #expect(try reader.terminal.waitForExit() == .killed(signal: SIGTERM))
    try expectOrdinaryTerminal(of: reader)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `so does one that waits for a key`(signal: Int32) throws {
    let reader = try Reader()
    try reader.terminal.send("help\r")
    try reader.terminal.expect("More: Space goes on")
    try reader.terminal.expect("single keys", lookingEvery: 20) { [terminal = reader.terminal] _ in
      !terminal.settings.sendsSignals
    }
    reader.terminal.signal(signal)
    #expect(try reader.terminal.waitForExit() == .killed(signal: signal))
    try expectOrdinaryTerminal(of: reader)
  }

  /// Every setting is as on a terminal that nothing ever ran on.
  private func expectOrdinaryTerminal(of reader: Reader) throws {
    let untouched = try PseudoTerminal(program: "/bin/true")
    _ = try untouched.waitForExit()
    #expect(reader.terminal.settings == untouched.settings)
  }
}
