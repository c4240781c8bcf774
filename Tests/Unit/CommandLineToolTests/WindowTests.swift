import Foundation
import Glibc
import LongTests
import PseudoTerminal
import Testing

@testable import CommandLineTool

/// Resizing and suspending the real program.
struct WindowTests {
  @Test func `a line half typed survives a resized window`() throws {
    let reader = try Reader(columns: 80)
    try reader.type("explore", showing: "explore")
    try reader.terminal.resize(columns: 40, rows: 24)
    try reader.type(" deadlocks/crossed", showing: "explore deadlocks/crossed")
    try reader.terminal.resize(columns: 120, rows: 24)
    let words = " fix --no-reduction --budget 1000 --seed 12 --predict done,hang"
    try reader.type(words, showing: "explore deadlocks/crossed" + words)
  }

  @Test func `the next output keeps to the new width`() throws {
    let reader = try Reader(columns: 80, rows: 200)
    try reader.terminal.resize(columns: 40, rows: 200)
    reader.terminal.forget()
    try reader.enter("run deadlocks/crossed --yes", expecting: "Code:")
    let rule = try #require(reader.terminal.screen.lines.first { $0.contains("┼") })
    #expect(rule.count <= 40)
    try reader.terminal.resize(columns: 120, rows: 200)
    reader.terminal.forget()
    try reader.enter("compare deadlocks/crossed --yes", expecting: "They part")
    let wide = try #require(reader.terminal.screen.lines.first { $0.contains("┼") })
    #expect(wide.count > 100)
  }

  @Test func `a paged lesson is left by q, and the prompt knows the new size`() throws {
    let reader = try Reader(columns: 80, rows: 12)
    try reader.terminal.send("lesson deadlocks\r")
    // The pager tells its keys, or waits with its own version of a prompt.
    try reader.terminal.expect("a page") {
      $0.currentLine.hasPrefix("Space goes on") || $0.currentLine.hasPrefix(":")
    }
    try reader.terminal.resize(columns: 60, rows: 12)
    // The pager may forget a key that comes while it takes the new size, so press until it goes.
    let isLeft = try (0..<10).contains { _ in
      try reader.terminal.send("q")
      let prompt: Void? = try? reader.terminal.expect("the prompt", within: 3) {
        $0.currentLine.hasPrefix("workbook>")
      }
      return prompt != nil
    }
    #expect(isLeft)
    try reader.terminal.send("\u{15}")  // a key too many is in the line now
    try reader.expectPrompt()
    let line = "help " + String(repeating: "x", count: 60)
    try reader.terminal.send(line)
    try reader.terminal.expect("the end of the line in its second row") {
      $0.currentLine == String(repeating: "x", count: 15)
    }
  }

  @Test func `a long message breaks between words, and is one line in a pipe`() throws {
    let reader = try Reader(columns: 36, rows: 40)
    try reader.enter("explore deadlocks/crosed", expecting: "deadlocks/crossed")
    let lines = reader.terminal.screen.lines
    let message = try #require(lines.firstIndex { $0.hasPrefix("workbook:") })
    #expect(lines[message] == "workbook: there is no scenario")
    #expect(lines[message + 1] == "  'deadlocks/crosed'")
    let desk = Desk()
    desk.console.complain(String(repeating: "word ", count: 40))
    #expect(desk.errors.split(separator: "\n").count == 1)
  }

  @Test func `twenty columns are enough to work in`() throws {
    let reader = try Reader(columns: 20, rows: 900)
    try reader.enter("run deadlocks --yes", expecting: "FORBIDDEN")
    try reader.enter("help", expecting: "accessors")
    try reader.leave()
  }

  @Test func `a suspended prompt comes back with its half typed line`() throws {
    let home = NSTemporaryDirectory() + "job-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = try PseudoTerminal(
      program: "/bin/sh", arguments: ["-i"],
      environment: Reader.environment(home: home).merging(["PS1": "sh$ "]) { $1 })
    try terminal.expect("sh$")
    let before = terminal.settings
    try terminal.send("'\(Reader.program)'\r")
    try terminal.expect("the prompt") { $0.currentLine == "workbook>" }
    try terminal.send("ver")
    try terminal.expect("the line") { $0.currentLine == "workbook> ver" }

    try terminal.send("\u{1A}")
    try terminal.expect("the shell") { $0.currentLine == "sh$" }
    #expect(terminal.settings == before)

    try terminal.send("fg\r")
    try terminal.expect("the line again") { $0.currentLine == "workbook> ver" }
    terminal.forget()
    try terminal.send("sion\r")
    try terminal.expect("workbook 1.0")
  }

  @Test(.long) func `an exploration goes on where it was suspended`() throws {
    let reader = try Reader(rows: 200)
    try reader.terminal.send(
      "explore confinement/hears-too-much --no-reduction --predict once\r")
    try reader.terminal.expect("a second, Ctrl-C stops")
    reader.terminal.signal(SIGSTOP)
    reader.terminal.signal(SIGCONT)
    try reader.terminal.expect("every one run without reduction")
    try reader.expectPrompt()
  }
}
