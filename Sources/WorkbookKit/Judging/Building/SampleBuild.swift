internal import Foundation

/// Compiles answers of ours, which are no part of any target, into a program that examines them.
struct SampleBuild {
  let workplace: PackageLocation
  let exercise: any CheckedExercise

  /// A program with all of them, built or found from before. The caller holds the lock of `folder`.
  func programOfAll(in folder: URL) async throws -> URL {
    let build = try ExaminerBuild(for: exercise.module, at: workplace)
    let files = try exercise.folder.sampleFiles()
    let main = build.main(for: (exercise.solutions + exercise.museum).map(\.name))
    var key = Fingerprint(of: main)
    for file in files { key.combine(try file.text()) }
    key.combine("\(build.fingerprint)")

    let program = folder.appending(path: "samples-\(key)")
    _ = try await build.engines(orIn: folder)
    if FileManager.default.isExecutableFile(atPath: program.plainPath) { return program }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.plainPath)
    where name != "lock" {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    try await compile(files, main, by: build, in: work, to: program)
    return program
  }

  /// A program with a few of them.
  func program(of cards: [SampleCard], in folder: URL) async throws -> URL {
    let build = try ExaminerBuild(for: exercise.module, at: workplace)
    let program = folder.appending(path: "samples")
    try await compile(
      cards.map(exercise.file), build.main(for: cards.map(\.name)), by: build, in: folder,
      to: program)
    return program
  }

  private func compile(
    _ files: [URL], _ main: String, by build: ExaminerBuild, in work: URL, to program: URL
  ) async throws {
    let result = try await build.compile(
      files, main: main, module: "\(exercise.module)Samples", in: work, to: program)
    if case .rejected(let words) = result {
      throw SampleTrouble(exercise: exercise.id, words: words)
    }
  }
}

/// Answers of ours do not compile, or do not come to an end.
struct SampleTrouble: Error, CustomStringConvertible {
  let exercise: String
  let words: String
  var description: String { "our own answers to '\(exercise)' cannot be examined: \(words)" }
}
