import Foundation
import Testing

@testable import WorkbookKit

/// An answer may have several files; a piece of ours is one, with a line for each file but the first.
struct AnswerFilesTests {
  private static let shipped = """
    import CoreData
    import SendTwice

    struct AsShipped: Sends {
      func send() { Cache().keep() }
    }
    // FILE: Cache.swift

    extension AsShipped {
      struct Cache { func keep() {} }
    }

    """

  private func withFolder(_ body: (ExerciseFolder) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = ExerciseFolder("03-SendTwice", in: root)
    let pristine = folder.graders.appending(path: "Museum/AsShipped.swift")
    try FileManager.default.createDirectory(
      at: pristine.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Self.shipped.write(to: pristine, atomically: true, encoding: .utf8)
    try folder.reset()
    try body(folder)
  }

  @Test func `each is written under its name, and imports what the first one does`() throws {
    try withFolder { folder in
      try #expect(folder.answers.map(\.lastPathComponent) == ["SendTwice.swift", "Cache.swift"])
      let texts = try folder.answers.map { try $0.text() }
      #expect(texts[0].hasPrefix("import CoreData\nimport SendTwice\n\nstruct Answer: Sends {"))
      #expect(!texts[0].contains("Cache.swift"))
      #expect(texts[1].hasPrefix("import CoreData\nimport SendTwice\n\nextension Answer {"))
      try #expect(folder.state() == .untouched)
    }
  }

  @Test func `an edit of any is an edit, and each may be gone`() throws {
    try withFolder { folder in
      let cache = try folder.answers[1]
      try (cache.text() + "// mine\n").write(to: cache, atomically: true, encoding: .utf8)
      guard case .edited(let text) = try folder.state() else {
        Issue.record("not edited")
        return
      }
      #expect(text.contains("FILE: Cache.swift\nimport CoreData\n"))
      #expect(text.hasSuffix("// mine\n"))
      try FileManager.default.removeItem(at: cache)
      try #expect(folder.state() == .deleted)
    }
  }

  @Test func `a reset keeps all of them, and undo brings all back`() throws {
    try withFolder { folder in
      let files = try folder.answers
      for file in files {
        try (file.text() + "// mine\n").write(to: file, atomically: true, encoding: .utf8)
      }
      let edited = try files.map { try $0.text() }
      try #expect(folder.reset()?.lastPathComponent == "SendTwice.swift.~1~")
      try #expect(folder.state() == .untouched)
      try folder.undoReset()
      try #expect(files.map { try $0.text() } == edited)
    }
  }

  @Test(arguments: [
    "", "one line", "a\nb\n", "a\n// \u{1C}FILE: B.swift\nb", "a\n// \u{1C}FILE: B.swift\n",
  ])
  func `one text and several files are the same`(text: String) {
    let files = AnswerFiles(of: text, first: "A.swift")
    #expect(files.text == text)
    #expect(
      files.files.map(\.name) == (text.contains("FILE") ? ["A.swift", "B.swift"] : ["A.swift"]))
  }

  /// Or it would be looked for on the disk, and never be there.
  @Test func `a remark of the reader's begins no file`() {
    let text = "a\n// FILE: B.swift\nb"
    #expect(AnswerFiles(of: text, first: "A.swift").files.map(\.text) == [text])
  }
}
