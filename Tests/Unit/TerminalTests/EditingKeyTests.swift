import PseudoTerminal
import Testing

/// Keys at a real prompt on a real terminal.
struct EditingKeyTests {
  @Test func `a typed line arrives`() throws {
    let driver = try Driver()
    try driver.enter("hello world", expecting: "got: hello world\n")
  }

  @Test(arguments: [
    ("ab cd\u{17}", "ab", "got: ab\n"),
    ("ab cd\u{1B}[D\u{15}", "d", "got: d\n"),
    ("abc\u{1}x", "xabc", "got: xabc\n"),
    ("abc\u{7F}", "ab", "got: ab\n"),
    ("abc\u{1B}[H\u{1B}[3~", "bc", "got: bc\n"),
    ("ab\u{1B}[Dx\u{1B}[Fy", "axby", "got: axby\n"),
    ("one two\u{1B}[1;5Dx", "one xtwo", "got: one xtwo\n"),
  ])
  func `keys edit the line`(keys: String, shown: String, answer: String) throws {
    let driver = try Driver()
    try driver.type(keys, showing: shown)
    try driver.enter(expecting: answer)
  }

  @Test func `text beyond ASCII is edited by character`() throws {
    let driver = try Driver()
    try driver.type("Grüße 日本\u{7F}", showing: "Grüße 日")
    try driver.enter(expecting: "got: Grüße 日\n")
  }

  @Test func `text beyond ASCII arrives where no locale is set`() throws {
    let driver = try Driver(changing: ["LC_ALL": ""])
    try driver.enter("Grüße", expecting: "got: Grüße\n")
  }

  @Test func `bytes that are no text are replaced, not taken as keys`() throws {
    let driver = try Driver()
    try driver.terminal.send(bytes: [0x61, 0xFF, 0xC3, 0x28, 0x62])
    try driver.enter(expecting: "got: a\u{FFFD}\u{FFFD}(b\n")
  }

  @Test func `a pasted tab is a space and completes nothing`() throws {
    let driver = try Driver()
    try driver.enter("\u{1B}[200~ex\tb\u{1B}[201~", expecting: "got: ex b\n")
  }

  @Test func `a line at the limit is refused whole`() throws {
    let driver = try Driver()
    driver.terminal.forget()
    try driver.terminal.send(String(repeating: "x", count: 70_000) + "\r")
    try driver.terminal.expect("rejected: the line is longer than 65536")
    try driver.enter("short", expecting: "got: short\n")
  }

  @Test func `the reader's own bindings win`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("editrc", "bind ^W ed-move-to-beg\n")
    let driver = try Driver(changing: ["EDITRC": file])
    try driver.type("ab cd\u{17}x", showing: "xab cd")
  }
}
