public import Foundation

/// The folder of one exercise, and the reader's file in it.
///
///     Exercises/03-SendTwice/
///       Exercise.md             the task and the hints
///       Answer/SendTwice.swift  the reader's
///       Check/                  contract and check
///       Solution/               right answers
///       Museum/                 wrong answers; AsShipped.swift is the pristine one
public struct ExerciseFolder: Sendable, Hashable {
  public let url: URL

  public init(_ url: URL) { self.url = url }

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

  public var answer: URL { url.appending(path: "Answer/\(module).swift") }

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

  /// What the file says; nil when it is gone.
  func answerText() throws -> String? {
    var kind = stat()
    guard stat(answer.plainPath, &kind) == 0 else { return nil }
    // Before it is opened: a pipe would let us wait for somebody to write.
    guard kind.st_mode & S_IFMT == S_IFREG else { throw UnreadableAnswer(answer, "is no file") }
    guard access(answer.plainPath, R_OK) == 0 else {
      throw UnreadableAnswer(answer, "cannot be read: \(String(cString: strerror(errno)))")
    }
    return try answer.text()
  }

  /// The hash of the file as verdicts carry it; nil when the file is gone.
  public var answerHash: String? {
    (try? answerText()).map { "\(Fingerprint(of: $0))" }
  }

  /// The lines of the file that made steps of a run.
  func lines(in timeline: Timeline) -> AnswerLines? {
    (try? answerText()).map {
      AnswerLines(file: answer.lastPathComponent, text: $0, in: timeline)
    }
  }

  /// The file as it was shipped.
  public func pristineText() throws -> String {
    try answerText(of: url.appending(path: "Museum/AsShipped.swift"))
  }

  /// A piece of ours as the reader would have written it: the type is called `Answer`, and the
  /// module of the exercise is imported, because the reader's file is outside of it.
  func answerText(of piece: URL) throws -> String {
    let text = try String(contentsOf: piece, encoding: .utf8)
    let type = piece.deletingPathExtension().lastPathComponent
    var lines = text.replacing(type, with: "Answer")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let line: Substring = "import \(module)"
    let next = lines.firstIndex { $0.hasPrefix("import ") && $0 > line }
    let afterAll = lines.lastIndex { $0.hasPrefix("import ") }.map { $0 + 1 }
    lines.insert(line, at: next ?? afterAll ?? 0)
    return lines.joined(separator: "\n")
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
