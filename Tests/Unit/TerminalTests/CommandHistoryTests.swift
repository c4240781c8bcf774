import Dispatch
import Foundation
import Glibc
import Terminal
import Testing

struct CommandHistoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "state/history").path
  }

  private var fileLines: [String] {
    get throws {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  @Test func `lines are found again in the next session`() {
    let first = CommandHistory(path: path)
    #expect(first.add("list"))
    #expect(first.add("grüße 日本"))
    let second = CommandHistory(path: path)
    #expect(second.lines == ["list", "grüße 日本"])
    #expect(second.takeNotices().isEmpty)
  }

  @Test(arguments: ["", "   ", " secret", "list", "a\nb"])
  func `blank, secret, repeated and broken lines are not kept`(line: String) throws {
    let history = CommandHistory(path: path)
    history.add("list")
    #expect(!history.add(line))
    #expect(history.lines == ["list"])
    #expect(try fileLines == ["list"])
  }

  @Test func `only the owner can read the file, also one that was open before`() throws {
    let file = try folder.file("history", "old\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    for path in [path, file] {
      CommandHistory(path: path).add("list")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `memory holds the newest lines and the file at most twice as many`() throws {
    let history = CommandHistory(path: path, limit: 3)
    for number in 1...20 {
      history.add("line \(number)")
      #expect(try fileLines.count < 6)
    }
    #expect(history.lines == ["line 18", "line 19", "line 20"])
    #expect(CommandHistory(path: path, limit: 3).lines == history.lines)
  }

  @Test func `what is damaged is left out and told once`() throws {
    let bytes = Data("good\n".utf8) + Data([0xFF, 0x0A, 0x61, 0x00, 0x0A]) + Data("fine\n".utf8)
    let file = folder.url.appending(path: "history")
    try bytes.write(to: file)
    let history = CommandHistory(path: file.path)
    #expect(history.lines == ["good", "fine"])
    #expect(history.takeNotices() == [.damagedLines(path: file.path, count: 2)])
    #expect(history.takeNotices().isEmpty)
  }

  @Test func `a file that cannot be written is told once, and memory goes on`() throws {
    // A folder stands where the file should be: that refuses even the superuser.
    let history = CommandHistory(path: folder.url.path)
    history.add("one")
    history.add("two")
    let notices = history.takeNotices()
    #expect(notices.count == 1)
    #expect(notices.first?.description.contains("in memory only") == true)
    #expect(history.lines == ["one", "two"])
  }

  @Test func `without a path nothing is written and nothing is told`() {
    let history = CommandHistory(path: nil)
    #expect(history.add("list"))
    #expect(history.takeNotices().isEmpty)
  }

  @Test(arguments: 0..<40)
  func `of several prompts none loses a line, also while the file is cut`(round: Int) throws {
    // The second new line makes the file too long, so one of the prompts cuts it.
    let old = (0..<58).map { "old \($0)\n" }.joined()
    let file = try folder.file("history", old)
    DispatchQueue.concurrentPerform(iterations: 4) { prompt in
      let history = CommandHistory(path: file, limit: 30)
      for number in 0..<5 { history.add("new \(prompt).\(number)") }
    }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("new") }.count == 20)
    #expect(lines.count < 60)
  }

  @Test func `a prompt waits for the one that holds the file`() throws {
    let file = try folder.file("history", "")
    let other = open(file, O_WRONLY | O_APPEND)
    try #require(flock(other, LOCK_EX) == 0)
    let begins = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "second prompt")
    queue.async {
      let history = CommandHistory(path: file)
      begins.signal()
      history.add("second")
    }
    begins.wait()
    // Slow enough that a prompt which does not wait comes between these.
    for number in 0..<1000 { StandardStreams.write("first \(number)\n", descriptor: other) }
    close(other)
    queue.sync {}
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1001)
    #expect(lines.last == "second")
  }
}
