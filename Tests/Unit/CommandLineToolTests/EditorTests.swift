import Foundation
import PseudoTerminal
import Testing

/// An editor that runs in the terminal gets the keys, and gives the prompt back.
struct EditorTests {
  private static func isInstalled(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  @Test(.enabled(if: isInstalled("vi"), "there is no vi here"))
  func `vi opens the answer in the foreground`() throws {
    try edit(with: "vi", seeing: "ImportHistory.swift", leavingBy: ":q!\r")
  }

  @Test(.enabled(if: isInstalled("nano"), "there is no nano here"))
  func `nano opens the answer in the foreground`() throws {
    try edit(with: "nano", seeing: "ImportHistory.swift", leavingBy: "\u{18}")
  }

  @Test(.enabled(if: isInstalled("emacs"), "there is no emacs here"))
  func `emacs opens the answer in the foreground`() throws {
    try edit(with: "emacs -nw", seeing: "F1  ImportHistory", leavingBy: "\u{18}\u{3}")
  }

  @Test func `an editor that is not there is told by name`() throws {
    let reader = try Reader(rows: 60, changing: ["EDITOR": "no-such-editor"])
    try reader.enter("open import-history", expecting: "the editor 'no-such-editor' was not found")
    try reader.leave()
  }

  private func edit(with editor: String, seeing text: String, leavingBy keys: String) throws {
    let reader = try Reader(rows: 60, changing: ["EDITOR": editor])
    try reader.terminal.send("open import-history\r")
    try reader.terminal.expect("the editor") { screen in
      screen.lines.contains { $0.contains(text) } && !screen.currentLine.hasPrefix("workbook>")
    }
    reader.terminal.forget()
    try reader.terminal.send(keys)
    try reader.expectPrompt()
    try reader.enter("version", expecting: "workbook 1.0")
    try reader.leave()
  }
}
