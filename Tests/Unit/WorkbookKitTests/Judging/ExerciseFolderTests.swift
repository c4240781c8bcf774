import Foundation
import Testing

@testable import WorkbookKit

struct `The folder of an exercise` {
  private static let shipped = """
    import CoreData
    import SendTwice

    struct AsShipped: Sends {
      func send() {}
    }

    """
  private static let asAnswer = """
    import CoreData
    import SendTwice

    struct Answer: Sends {
      func send() {}
    }

    """

  /// A folder with a pristine piece, and the answer as shipped.
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

  private func write(_ text: String, to folder: ExerciseFolder) throws {
    try text.write(to: folder.answer, atomically: true, encoding: .utf8)
  }

  @Test func `names its module, its id and its file after itself`() throws {
    try withFolder { folder in
      #expect(folder.module == "SendTwice")
      #expect(folder.id == "send-twice")
      #expect(folder.answer.lastPathComponent == "SendTwice.swift")
    }
  }

  @Test func `starts with the pristine piece under the reader's name`() throws {
    try withFolder { folder in
      try #expect(String(contentsOf: folder.answer, encoding: .utf8) == Self.asAnswer)
      try #expect(folder.state() == .untouched)
    }
  }

  @Test func `takes other white space for the same file`() throws {
    try withFolder { folder in
      try write(Self.asAnswer.replacing("\n", with: "\r\n\t"), to: folder)
      try #expect(folder.state() == .untouched)
    }
  }

  @Test func `sees an edit, an empty file and a missing one`() throws {
    try withFolder { folder in
      try write(Self.asAnswer + "// mine", to: folder)
      try #expect(folder.state() == .edited(text: Self.asAnswer + "// mine"))
      try write("", to: folder)
      try #expect(folder.state() == .edited(text: ""))
      try FileManager.default.removeItem(at: folder.answer)
      try #expect(folder.state() == .deleted)
    }
  }

  @Test func `keeps what a reset takes away, and brings it back`() throws {
    try withFolder { folder in
      try write("first", to: folder)
      try #expect(folder.reset()?.lastPathComponent == "SendTwice.swift.~1~")
      try #expect(folder.reset() == nil)
      try write("second", to: folder)
      try #expect(folder.reset()?.lastPathComponent == "SendTwice.swift.~2~")

      try folder.undoReset()
      try #expect(folder.state() == .edited(text: "second"))
      try folder.undoReset()
      try #expect(folder.state() == .edited(text: "first"))
      try folder.undoReset()
      try #expect(folder.state() == .edited(text: "second"))
    }
  }

  /// Where the reader's file was before it moved.
  @Test func `finds copies in the folder 'Answer' too, and loses none`() throws {
    try withFolder { folder in
      let old = folder.url.appending(path: "Answer")
      try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
      for number in 1...2 {
        try "old \(number)".write(
          to: old.appending(path: "SendTwice.swift.~\(number)~"), atomically: true, encoding: .utf8)
      }
      try write("new", to: folder)
      try #expect(folder.reset()?.lastPathComponent == "SendTwice.swift.~3~")
      for text in ["new", "old 2", "old 1"] {
        try folder.undoReset()
        try #expect(folder.state() == .edited(text: text))
        try write(Self.asAnswer, to: folder)
      }
    }
  }

  @Test func `that cannot be written to is named with the way out`() throws {
    try withFolder { folder in
      // A file where a folder should be keeps even the superuser out.
      try FileManager.default.removeItem(at: folder.url)
      try "".write(to: folder.url, atomically: true, encoding: .utf8)
      let error = try #require(throws: UnwritableFolder.self) { try folder.reset() }
      #expect(error.description.contains("03-SendTwice/' cannot be written to"), "\(error)")
      #expect(error.description.contains("make it writable"))
    }
  }

  @Test func `has nothing to undo before a reset`() throws {
    try withFolder { folder in
      #expect(throws: NothingToUndo.self) { try folder.undoReset() }
    }
  }
}
