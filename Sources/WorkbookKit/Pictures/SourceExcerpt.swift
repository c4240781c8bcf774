internal import Foundation

/// Lines of a source file with numbers, the decisive ones marked.
public struct SourceExcerpt: Sendable, Hashable {
  /// One line of the file.
  public struct Line: Sendable, Hashable {
    public var number: Int
    public var text: String
    public var isMarked: Bool
  }

  /// `Chat.swift`
  public var file: String
  public var lines: [Line]

  /// The program of a variant, its `lookAt` lines marked; nil when its source is not here.
  public init?(of variant: Variant) {
    guard let source = try? String(contentsOfFile: variant.source.path, encoding: .utf8) else {
      return nil
    }
    self.init(
      of: variant, in: source,
      file: variant.source.path.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The same with the file's text given.
  init(of variant: Variant, in source: String, file: String) {
    self.file = file
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let (start, body) = Self.program(in: all, from: variant.source.line - 1)
    let indent =
      body.filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    lines = body.enumerated().map { index, text in
      Line(
        number: start + index + 1, text: String(text.dropFirst(indent)),
        isMarked: variant.lookAt.contains { text.contains($0) })
    }
  }

  /// The closure of the statement that begins in a line; all of it where it has none.
  private static func program(in lines: [String], from start: Int) -> (Int, [String]) {
    let statement = statement(in: lines, from: start)
    let opening = statement.firstIndex { $0.contains(#/\{ .* in$/#) }
    guard let opening, opening + 1 < statement.count - 1 else { return (start, statement) }
    return (start + opening + 1, Array(statement[(opening + 1)..<(statement.count - 1)]))
  }

  /// From a line to the one where everything opened since is closed again.
  static func statement(in lines: [String], from start: Int) -> [String] {
    guard lines.indices.contains(start) else { return [] }
    var depth = 0
    for index in start..<lines.count {
      for character in withoutLiterals(lines[index]) {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
      }
      if depth <= 0 { return Array(lines[start...index]) }
    }
    return Array(lines[start...])
  }

  /// A line without what brackets inside of strings and comments would confuse.
  private static func withoutLiterals(_ line: String) -> String {
    var isString = false
    var result = ""
    var previous: Character = " "
    for character in line {
      if character == "\"" && previous != "\\" { isString.toggle() }
      if character == "/" && previous == "/" && !isString { break }
      if !isString { result.append(character) }
      previous = character
    }
    return result
  }
}

extension SourceExcerpt {
  /// The lines as a listing; what is too long goes on in the next line.
  public func picture(width: Int) -> [TextLine] {
    let digits = String(lines.last?.number ?? 0).count
    return lines.flatMap { line in
      let number = String(line.number)
      let padding = String(repeating: " ", count: digits - number.count)
      let pieces = line.text.wrappedCode(to: width - digits - 5)
      return pieces.enumerated().map { index, piece in
        let margin =
          index == 0 ? "  \(padding)\(number) " : String(repeating: " ", count: digits + 3)
        return
          (TextLine(margin, .faint)
          + TextLine(line.isMarked && index == 0 ? "◆ " : "  ", .warning)
          + TextLine(piece, line.isMarked ? .strong : .code)).trimmed
      }
    }
  }

  /// The marked lines alone, in words.
  public var sentences: [TextLine] {
    lines.filter(\.isMarked).map { line in
      let code = line.text.trimmingCharacters(in: .whitespaces)
      return TextLine("\(file), line \(line.number): \(code)")
    }
  }
}
