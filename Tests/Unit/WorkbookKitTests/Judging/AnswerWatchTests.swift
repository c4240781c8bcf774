import Foundation
import LongTests
import Testing

@testable import WorkbookKit

@Suite(.long) struct `A watch over an answer` {
  /// A folder with an answer that says `one`.
  private func withFolder(_ body: (ExerciseFolder, AnswerWatch) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = ExerciseFolder("03-SendTwice", in: root)
    // The file as shipped says of how many files the answer is.
    for file in [folder.answer, folder.graders.appending(path: "Museum/AsShipped.swift")] {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "one".write(to: file, atomically: false, encoding: .utf8)
    }
    try body(folder, try AnswerWatch(folder))
  }

  /// What a watch says that is asked three times whether to go on.
  private func shortly(_ watch: AnswerWatch) -> AnswerWatch.Change? {
    var rest = 3
    return watch.next {
      rest -= 1
      return rest >= 0
    }
  }

  @Test(arguments: [true, false])
  func `sees a save, whether the file is replaced or written into`(isReplaced: Bool) throws {
    try withFolder { folder, watch in
      try "two".write(to: folder.answer, atomically: isReplaced, encoding: .utf8)
      #expect(watch.next { true } == .saved)
      #expect(shortly(watch) == nil)
    }
  }

  @Test func `sees a save that comes while it waits`() throws {
    try withFolder { folder, watch in
      var asked = 0
      let change = watch.next {
        asked += 1
        if asked == 3 { try? "two".write(to: folder.answer, atomically: true, encoding: .utf8) }
        return asked < 100
      }
      #expect(change == .saved)
      #expect(asked < 10)
    }
  }

  @Test func `takes an editor that moves the old file away first for one save`() throws {
    try withFolder { folder, watch in
      try FileManager.default.moveItem(
        at: folder.answer, to: URL(filePath: folder.answer.path + "~"))
      try "two".write(to: folder.answer, atomically: true, encoding: .utf8)
      #expect(watch.next { true } == .saved)
      #expect(shortly(watch) == nil)
    }
  }

  @Test func `does not wake for the same text, nor for files beside it`() throws {
    try withFolder { folder, watch in
      try "one".write(to: folder.answer, atomically: true, encoding: .utf8)
      try "two".write(
        to: folder.url.appending(path: "other.swift"), atomically: true, encoding: .utf8)
      #expect(shortly(watch) == nil)
    }
  }

  @Test func `sees the file go, and come back`() throws {
    try withFolder { folder, watch in
      try FileManager.default.removeItem(at: folder.answer)
      #expect(watch.next { true } == .deleted)
      try "one".write(to: folder.answer, atomically: true, encoding: .utf8)
      #expect(watch.next { true } == .saved)
    }
  }

  @Test func `sees the whole folder go, and come back`() throws {
    try withFolder { folder, watch in
      let place = folder.answer.deletingLastPathComponent()
      try FileManager.default.removeItem(at: place)
      #expect(watch.next { true } == .deleted)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      #expect(shortly(watch) == nil)
      try "two".write(to: folder.answer, atomically: true, encoding: .utf8)
      #expect(watch.next { true } == .saved)
    }
  }

  /// As a container has it whose folder another system edits: what is written through memory raises
  /// no event of the file's.
  @Test func `sees a save of which the kernel tells nothing`() throws {
    try withFolder { folder, _ in
      let file = open(folder.answer.path, O_RDWR)
      let memory = try #require(mmap(nil, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
      defer { munmap(memory, 3) }
      close(file)
      let watch = try AnswerWatch(folder)
      #expect(shortly(watch) == nil)
      memory.copyMemory(from: Array("two".utf8), byteCount: 3)
      #expect(watch.next { true } == .saved)
    }
  }

  @Test func `takes no half of a file that is still being written`() throws {
    var looks = ["one", "one", "tw", "two and", "two and a half", "two and a half"]
    let watch = try AnswerWatch(FileManager.default.temporaryDirectory) {
      looks.count > 1 ? looks.removeFirst() : looks[0]
    }
    #expect(watch.next { true } == .saved)
    #expect(looks == ["two and a half"])
    #expect(shortly(watch) == nil)
  }

  @Test func `takes a file that is saved as it was for no change`() throws {
    var looks: [String?] = ["one", "one", nil, "one", "one"]
    let watch = try AnswerWatch(FileManager.default.temporaryDirectory) {
      looks.count > 1 ? looks.removeFirst() : looks[0]
    }
    #expect(shortly(watch) == nil)
    #expect(looks == ["one"])
  }

  @Test func `is refused where there is no folder`() {
    let nowhere = ExerciseFolder("03-SendTwice", in: URL(filePath: "/no/such"))
    #expect(throws: UnwatchableFolder.self) { try AnswerWatch(nowhere) }
  }
}
