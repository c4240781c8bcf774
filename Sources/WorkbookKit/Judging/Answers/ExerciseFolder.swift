public import Foundation

/// The two folders of one exercise: the reader's, and that of those who grade it.
///
///     Exercises/03-SendTwice/
///       Exercise.md       the task and the hints
///       SendTwice.swift   the reader's
///     Sources/Graders/03-SendTwice/
///       Task/             contract, trials and words
///       Solutions/        right answers
///       Museum/           wrong answers; AsShipped.swift is the pristine one
///
/// Our own answers are read as text. None of them is compiled into the workbook.
public struct ExerciseFolder: Sendable, Hashable {
  /// The reader's.
  public let url: URL
  /// What is not for the reader.
  public let graders: URL

  public init(_ name: String, in package: URL) {
    url = package.appending(path: "Exercises/\(name)")
    graders = package.appending(path: "Sources/Graders/\(name)")
  }

  /// Of a check in `Sources/Graders/NN-Name/Task`.
  init(ofCheckAt file: URL) {
    let graders = file.deletingLastPathComponent().deletingLastPathComponent()
    let package = graders.appending(path: "../../..").standardizedFileURL
    self.init(graders.lastPathComponent, in: package)
  }

  /// `SendTwice`: what is behind the number names the module and the reader's file.
  public var module: String {
    String(url.lastPathComponent.drop { $0.isNumber }.drop { $0 == "-" })
  }

  /// `03-SendTwice` is `send-twice`.
  public var id: String {
    var id = ""
    for character in module {
      if character.isUppercase && !id.isEmpty && id.last != "-" { id.append("-") }
      id += character.lowercased()
    }
    return id
  }

  /// Title, task and hints; throws where the package's folder is not what it was.
  public func sheet() throws -> ExerciseSheet {
    ExerciseSheet(try url.appending(path: "Exercise.md").text())
  }

  /// The reader's file; the first one, if there are several.
  public var answer: URL { url.appending(path: "\(module).swift") }

  /// All of them. Which these are, the file as shipped says.
  public var answers: [URL] {
    get throws {
      AnswerFiles(of: try pristineText(), first: answer.lastPathComponent).urls(beside: answer)
    }
  }

  /// The files of all our answers, right and wrong.
  func sampleFiles() throws -> [URL] {
    try ["Solutions", "Museum"].flatMap { part in
      let part = graders.appending(path: part)
      return try FileManager.default.contentsOfDirectory(atPath: part.plainPath)
        .filter { $0.hasSuffix(".swift") }.sorted().map { part.appending(path: $0) }
    }
  }

  /// Where the reader stands with the file, before anything is judged.
  public enum State: Sendable, Hashable {
    /// As it was shipped.
    case untouched
    case edited(text: String)
    /// The file is gone; `reset` brings it back.
    case deleted
  }

  public func state() throws -> State {
    guard let text = try answerText() else { return .deleted }
    let isPristine = Self.words(of: text) == Self.words(of: try pristineText())
    return isPristine ? .untouched : .edited(text: text)
  }

  /// What the files say; nil when one is gone.
  func answerText() throws -> String? {
    try AnswerFiles(reading: answers.map(\.lastPathComponent)) { name in
      try Self.text(of: url.appending(path: name))
    }?.text
  }

  private static func text(of file: URL) throws -> String? {
    var kind = stat()
    guard stat(file.plainPath, &kind) == 0 else { return nil }
    // Before it is opened: a pipe would let us wait for a writer.
    guard kind.st_mode & S_IFMT == S_IFREG else { throw UnreadableAnswer(file, "is no file") }
    guard access(file.plainPath, R_OK) == 0 else {
      throw UnreadableAnswer(file, "cannot be read: \(String(cString: strerror(errno)))")
    }
    return try file.text()
  }

  /// The hash of the file as verdicts carry it; nil when the file is gone.
  public var answerHash: String? {
    (try? answerText()).map { "\(Fingerprint(of: $0))" }
  }

  /// The lines that made steps of a run, of the file that made most of them.
  func lines(in timeline: Timeline) -> AnswerLines? {
    guard let text = try? answerText() else { return nil }
    let files = AnswerFiles(of: text, first: answer.lastPathComponent).files
    let all = files.map { AnswerLines(file: $0.name, text: $0.text, in: timeline) }
    let most = all.map(\.stepCount).max()
    return all.first { $0.stepCount == most }
  }

  /// The file as it was shipped.
  public func pristineText() throws -> String {
    try answerText(of: graders.appending(path: "Museum/AsShipped.swift"))
  }

  /// The same for another folder.
  public func writeAsShipped(into folder: URL) throws {
    try AnswerFiles(of: try pristineText(), first: answer.lastPathComponent)
      .write(at: folder.appending(path: answer.lastPathComponent))
  }

  /// A piece of ours as the reader would have written it: the type is called `Answer`.
  func answerText(of piece: URL) throws -> String {
    let type = piece.deletingPathExtension().lastPathComponent
    let text = try String(contentsOf: piece, encoding: .utf8).replacing(type, with: "Answer")
    return AnswerFiles(ofPiece: text, first: answer.lastPathComponent).text
  }

  private static func words(of text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
  }
}

/// There is something where the answer should be, and it cannot be judged.
struct UnreadableAnswer: Error, CustomStringConvertible {
  let description: String

  init(_ answer: URL, _ what: String) {
    description =
      "'\(answer.plainPath)' \(what); put your answer there, or move it away and say 'reset'"
  }
}
