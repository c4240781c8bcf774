internal import Foundation

/// Turns a reader's file, or files, into a program that judges it.
struct AnswerBuild {
  let workplace: PackageLocation
  /// The module with the contract and the check.
  let module: String
  let answer: URL
  /// Where results go; the caller holds its lock.
  let folder: URL

  enum Result {
    case built(URL)
    /// What the compiler said.
    case rejected(String)
    /// The file was saved again while it was compiled, so what the compiler read is not known.
    case outdated
  }

  /// The program for what the file says now, built or found from before.
  func program(of text: String) async throws -> Result {
    let build = try ExaminerBuild(for: module, at: workplace)
    var key = Fingerprint(of: text)
    let main = build.mainForAnswer
    key.combine("\(build.fingerprint)" + main)

    let program = folder.appending(path: "answer-\(key)")
    try clean(except: program)
    _ = try await build.engines(orIn: folder)
    if FileManager.default.isExecutableFile(atPath: program.plainPath) { return .built(program) }
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let files = AnswerFiles(of: text, first: answer.lastPathComponent)
    let places = files.urls(beside: answer)
    let result = try await build.compile(
      places, main: main, module: "\(module)Answer", in: work,
      to: work.appending(path: "answer"))
    let now = AnswerFiles(reading: files.files.map(\.name)) { name in
      try? answer.deletingLastPathComponent().appending(path: name).text()
    }
    guard now?.text == text else { return .outdated }
    switch result {
    case .rejected where !text.contains(#/\bAnswer\b/#):
      return .rejected(
        "\(answer.plainPath):1:1: error: there is no type 'Answer' here; the check asks for one, "
          + "so keep its name, or bring the file back with 'reset'")
    case .rejected(let words):
      let about = places.map { CompilerWords(words).about($0.plainPath, orAll: places.count == 1) }
        .filter { !$0.isEmpty }
      return .rejected(about.isEmpty ? words : about.joined(separator: "\n"))
    case .built(let fresh):
      try FileManager.default.moveItem(at: fresh, to: program)
      return .built(program)
    }
  }

  /// Removes what earlier checks left, and what those that were killed did.
  private func clean(except program: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.plainPath)
    where name != "lock" && name != program.lastPathComponent {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}

extension URL {
  /// What a file says; bytes that are no text are read as such.
  func text() throws -> String { String(decoding: try Data(contentsOf: self), as: UTF8.self) }
}
