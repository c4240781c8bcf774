import Foundation
import PseudoTerminal
import Testing

/// The keys of a watch, on a real terminal.
struct WatchKeyTests {
  private func watching() throws -> Reader {
    let reader = try Reader(rows: 60, changing: ["EDITOR": "echo edited"])
    try reader.terminal.send("watch rename-room\r")
    try reader.terminal.expect("rename-room  not started")
    try reader.terminal.expect("the keys") {
      $0.currentLine.hasPrefix("h hint, o open, n next, q quit")
    }
    return reader
  }

  @Test func `a hint and the editor are a key away, and the watch goes on`() throws {
    let reader = try watching()
    try reader.terminal.send("h")
    try reader.terminal.expect("Hint 1 of 3")
    try reader.terminal.send("h")
    try reader.terminal.expect("Hint 2 of 3")
    try reader.terminal.send("o")
    try reader.terminal.expect("edited /")
    try reader.terminal.send("q")
    try reader.expectPrompt()
    try reader.leave()
  }

  @Test func `n goes on with the chapter`() throws {
    let reader = try watching()
    reader.terminal.forget()
    try reader.terminal.send("n")
    try reader.terminal.expect("Two doors")
  }
}
