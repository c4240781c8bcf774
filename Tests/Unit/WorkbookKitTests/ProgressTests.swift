import Foundation
import Testing
import WorkbookKit

/// A folder of its own for each test, gone afterwards.
private final class TemporaryFolder {
  let path = NSTemporaryDirectory() + "progress-" + UUID().uuidString
  var state: StateFolder { StateFolder(path: path) }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

struct ProgressTests {
  private let folder = TemporaryFolder()
  private var file: String { folder.state.file("progress.json") }

  private func write(_ text: String) throws {
    #expect(folder.state.prepare())
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test func `what is remembered is there the next time`() {
    ProgressStore(folder: folder.state).update {
      $0.place = .init(chapter: "problems", step: "explore")
      $0[exercise: "badge"] = .init(verdict: .pass, contentHash: "abc")
      $0.showedHint(2, for: "badge")
    }
    let progress = ProgressStore(folder: folder.state).progress
    #expect(progress.place == .init(chapter: "problems", step: "explore"))
    #expect(progress[exercise: "badge"] == .init(verdict: .pass, contentHash: "abc"))
    #expect(progress.hintsShown(for: "badge") == 2)
    #expect(progress.passed == ["badge"])
  }

  @Test func `a step that has moved to another chapter is still seen and answered`() throws {
    try write(
      """
      {"version": 1, "place": {"chapter": "conflicts", "step": "the-app-like"},
       "seen": ["conflicts/the-app-send", "basics/the-rule"],
       "attempts": [{"step": "conflicts/the-app-send", "answer": "every", "isSure": true,
                     "isRight": true}]}
      """)
    let progress = ProgressStore(folder: folder.state).progress
    #expect(progress.place == .init(chapter: "whole-app", step: "like"))
    #expect(progress.seen == ["whole-app/send", "basics/the-rule"])
    #expect(progress.attempts.map(\.step) == ["whole-app/send"])
  }

  @Test func `two prompts lose nothing of each other`() {
    let one = ProgressStore(folder: folder.state)
    let other = ProgressStore(folder: folder.state)
    _ = (one.progress, other.progress)
    one.update { $0[exercise: "a"] = .init(verdict: .pass, contentHash: "1") }
    other.update { $0[exercise: "b"] = .init(verdict: .wrong, contentHash: "2") }
    #expect(one.progress[exercise: "b"]?.verdict == .wrong)
    #expect(other.progress[exercise: "a"]?.verdict == .pass)
  }

  @Test func `fields of a later version survive`() throws {
    try write(#"{"version":7,"mood":"good","exercises":{"a":{"stars":3}},"place":{"line":9}}"#)
    let store = ProgressStore(folder: folder.state)
    store.update {
      $0[exercise: "a"] = .init(verdict: .pass, contentHash: "1")
      $0.place = .init(chapter: "basics", step: "lesson")
    }
    let document = try JSONValue(parsing: String(contentsOfFile: file, encoding: .utf8))
    #expect(document["mood"] == "good")
    #expect(document["version"] == 7)
    #expect(document["exercises"]?["a"]?["stars"] == 3)
    #expect(document["place"]?["line"] == 9)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"version":0}"#, #"{"version":1,"exercises":[]}"#])
  func `a damaged file is set aside and told about`(text: String) throws {
    try write(text)
    let store = ProgressStore(folder: folder.state)
    #expect(store.progress == ReaderProgress())
    #expect(store.takeNotices() == [.damaged(setAside: file + ".damaged-1")])
    #expect(store.takeNotices().isEmpty)
    #expect(try String(contentsOfFile: file + ".damaged-1", encoding: .utf8) == text)
  }

  @Test func `where nothing can be written progress lasts as long as the program`() throws {
    // A file stands where the folder should be; that refuses even an administrator.
    try "".write(toFile: folder.path, atomically: true, encoding: .utf8)
    let store = ProgressStore(folder: folder.state)
    store.update { $0.place = .init(chapter: "basics", step: "run") }
    store.update { $0.showedHint(1, for: "a") }
    #expect(store.progress.place?.chapter == "basics")
    #expect(store.takeNotices() == [.onlyInMemory(folder: folder.path)])
  }

  @Test func `the state folder obeys the environment`() {
    let stated = StateFolder(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])
    #expect(stated.path == "/s/workbook")
    let relative = StateFolder(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"])
    #expect(relative.path == "/h/.local/state/workbook")
  }
}
