import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// A newer version of the workbook may give an exercise another number. What a reader has edited by
/// then goes with it, by real `git` and with the commands that README.md names.
struct UpgradeTests {
  @Test func `edited answers follow their exercises to other numbers`() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID())")
    defer { try? FileManager.default.removeItem(at: place) }
    let exercises = Catalogue.shipped.exercises.map(\.folder.url).prefix(12)
    let ours = Repository(place.appending(path: "ours"))
    let readers = Repository(place.appending(path: "readers"))

    // Before: the same folders, each with another number.
    try ours.start()
    for (number, folder) in exercises.enumerated() {
      let before = ours.exercises.appending(path: "\(number + 40)-\(name(folder))")
      try FileManager.default.copyItem(at: folder, to: before)
    }
    try ours.commit("before")
    try #require(try readers.git("clone", "--quiet", ours.root.path, readers.root.path).status == 0)
    var edited: [(name: String, file: String, text: String)] = []
    for (number, folder) in exercises.enumerated() where [2, 5, 10].contains(number) {
      let before = readers.exercises.appending(path: "\(number + 40)-\(name(folder))")
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: before.path).sorted()
          .last { $0.hasSuffix(".swift") })
      // One is a line longer, one is another text altogether.
      let was = try String(contentsOf: before.appending(path: file), encoding: .utf8)
      let text = number == 5 ? "struct Answer {}  // mine\n" : was + "// mine\n"
      try text.write(to: before.appending(path: file), atomically: true, encoding: .utf8)
      edited.append((name(folder), file, text))
    }

    for (number, folder) in exercises.enumerated() {
      let (before, now) = ("\(number + 40)-\(name(folder))", folder.lastPathComponent)
      try #require(
        try ours.git("mv", "Exercises/\(before)", "Exercises/\(now)").status == 0)
    }
    try ours.commit("after")

    // Git overwrites nothing, and says what is in its way.
    let refused = try readers.git("pull", "--quiet")
    #expect(refused.status != 0)
    for (_, file, _) in edited { #expect(refused.words.contains(file), "\(refused.words)") }

    for command in try readme() {
      let done = try readers.git(command)
      #expect(done.status == 0, "\(command): \(done.words)")
    }
    for (name, file, text) in edited {
      let folder = try #require(exercises.first { self.name($0) == name }).lastPathComponent
      let kept = readers.exercises.appending(path: "\(folder)/\(file)")
      #expect(try String(contentsOf: kept, encoding: .utf8) == text)
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: readers.exercises.path)
    #expect(folders.sorted() == exercises.map(\.lastPathComponent).sorted())
  }

  /// The commands of the line that says how to get a newer version.
  private func readme() throws -> [[String]] {
    let file = PackageLocation.here.package.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let line = try #require(
      text.split(separator: "`").first { $0.hasPrefix("git stash") })
    return line.components(separatedBy: " && ").map {
      $0.split(separator: " ").dropFirst().map(String.init)
    }
  }

  /// `08-EditSheet` is `EditSheet`.
  private func name(_ folder: URL) -> String {
    String(folder.lastPathComponent.drop { $0 != "-" }.dropFirst())
  }
}

private struct Repository {
  let root: URL
  var exercises: URL { root.appending(path: "Exercises") }

  init(_ root: URL) { self.root = root }

  func start() throws {
    try FileManager.default.createDirectory(at: exercises, withIntermediateDirectories: true)
    try #require(try git("init", "--quiet").status == 0)
  }

  func commit(_ words: String) throws {
    try #require(try git("add", ".").status == 0)
    try #require(try git("commit", "--quiet", "--message", words).status == 0)
  }

  func git(_ arguments: String...) throws -> (status: Int32, words: String) {
    try git(arguments)
  }

  func git(_ arguments: [String]) throws -> (status: Int32, words: String) {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    let reader = ["-c", "user.name=reader", "-c", "user.email=reader@example.com"]
    git.arguments = ["git"] + reader + arguments
    let isThere = FileManager.default.fileExists(atPath: root.path)
    git.currentDirectoryURL = isThere ? root : root.deletingLastPathComponent()
    let pipe = Pipe()
    (git.standardOutput, git.standardError) = (pipe, pipe)
    try git.run()
    let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    git.waitUntilExit()
    return (git.terminationStatus, words)
  }
}
