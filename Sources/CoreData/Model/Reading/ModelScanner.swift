internal import Foundation

/// Reads the XML of a model file: elements, attributes, comments and nothing else, in UTF-8.
///
/// It is used instead of FoundationXML because that crashes on some files that are no XML, and
/// because it knows the line on which a tag begins.
struct ModelScanner {
  struct Failure: Error {
    let line: Int
    let words: String
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  private static let depthLimit = 100

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func root() throws(Failure) -> ModelElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    var root: ModelElement?
    var open: [ModelElement] = []
    while true {
      try readText(into: open.last)
      guard index < bytes.count else { break }
      let line = line
      if take("</") {
        let name = try name()
        skipSpace()
        guard open.popLast()?.name == name, take(">") else {
          throw Failure(line: line, words: "</\(name)> closes no open element")
        }
      } else if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        try skip(past: "]]>")
      } else if take("<?") {
        try skip(past: "?>")
      } else if root == nil, take("<!DOCTYPE") {
        try skip(past: ">")
      } else {
        guard root == nil || !open.isEmpty else {
          throw Failure(line: line, words: "there is a second outermost element")
        }
        let (element, isClosed) = try element()
        if let parent = open.last { parent.append(element) } else { root = element }
        if !isClosed { open.append(element) }
        guard open.count <= Self.depthLimit else {
          throw Failure(line: line, words: "elements are nested too deeply")
        }
      }
    }
    if let left = open.last {
      throw Failure(line: left.line, words: "<\(left.name)> is not closed")
    }
    guard let root else { throw Failure(line: 1, words: "it is empty") }
    return root
  }

  /// An opening tag, and whether it is the whole element.
  private mutating func element() throws(Failure) -> (ModelElement, Bool) {
    let start = line
    guard take("<") else { throw failure("'<' is missing") }
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      let isClosed = take("/>")
      if isClosed || take(">") {
        return (ModelElement(name: name, attributes: attributes, line: start), isClosed)
      }
      let key = try self.name()
      skipSpace()
      guard take("=") else { throw failure("'\(key)' has no value") }
      skipSpace()
      let value = try value(of: key)
      guard attributes.updateValue(value, forKey: key) == nil else {
        throw failure("'\(key)' is given twice")
      }
    }
  }
}

// MARK: Bytes

extension ModelScanner {
  private func failure(_ words: String) -> Failure { Failure(line: line, words: words) }

  private mutating func advance() {
    if bytes[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func skip(past end: StaticString) throws(Failure) {
    let start = line
    while index < bytes.count {
      if take(end) { return }
      advance()
    }
    throw Failure(line: start, words: "'\(end)' is missing")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { advance() }
  }

  /// Text outside of all elements is a mistake. What is no reference to a character stays as it is:
  /// in a model text means nothing.
  private mutating func readText(into element: ModelElement?) throws(Failure) {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      guard element != nil || Self.isSpace(bytes[index]) else {
        throw failure("there is text outside of the outermost element")
      }
      if let character = referenceIfAny() {
        text += character.utf8
      } else {
        text.append(bytes[index])
        advance()
      }
    }
    element?.text += String(decoding: text, as: UTF8.self)
  }

  private mutating func referenceIfAny() -> String? {
    guard bytes[index] == UInt8(ascii: "&") else { return nil }
    var ahead = self
    ahead.index += 1
    guard let character = try? ahead.reference() else { return nil }
    self = ahead
    return character
  }

  private mutating func name() throws(Failure) -> String {
    let start = index
    while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
    guard index > start, let name = String(validating: bytes[start..<index], as: UTF8.self) else {
      throw failure("a name is missing")
    }
    return name
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || "<>/='\"&!?".utf8.contains(byte)
  }
}

// MARK: Values

extension ModelScanner {
  private mutating func value(of key: String) throws(Failure) -> String {
    guard index < bytes.count,
      bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
    else { throw failure("the value of '\(key)' has no quotes") }
    let quote = bytes[index]
    let start = line
    index += 1
    var value: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      guard bytes[index] != UInt8(ascii: "<") else { break }
      if take("&") {
        value += try reference().utf8
      } else {
        value.append(bytes[index])
        advance()
      }
    }
    guard index < bytes.count, bytes[index] == quote else {
      throw Failure(line: start, words: "the value of '\(key)' has no closing quote")
    }
    index += 1
    guard let text = String(validating: value, as: UTF8.self) else {
      throw Failure(line: start, words: "the value of '\(key)' is no UTF-8")
    }
    return text
  }

  private static let named = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// What stands for a character: `&lt;`, `&#10;`, `&#x1F600;`.
  private mutating func reference() throws(Failure) -> String {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ";"), index - start < 10 { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    guard take(";") else { throw failure("'&\(name)' has no ';'") }
    if let text = Self.named[name] { return text }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    guard name.hasPrefix("#"), let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(code)
    else { throw failure("'&\(name);' stands for nothing") }
    return String(Character(scalar))
  }
}

/// An XML element with the line on which it begins.
final class ModelElement {
  let name: String
  let attributes: [String: String]
  let line: Int
  private(set) var children: [ModelElement] = []
  /// What stands between its tags, without what its children say.
  var text = ""

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Whether an attribute says YES.
  func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  func append(_ child: ModelElement) { children.append(child) }

  func children(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }

  /// The outermost element of a file.
  static func root(of data: Data, from url: URL) throws(ModelFileError) -> ModelElement {
    var scanner = ModelScanner(Array(data))
    do {
      return try scanner.root()
    } catch {
      throw ModelFileError(url: url, line: error.line, reason: .notXML(error.words))
    }
  }
}
