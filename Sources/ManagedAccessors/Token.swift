/// A word or a sign of Swift code, and where it stands.
struct Token: Equatable {
  let text: String
  let range: Range<Int>

  /// The tokens of code without comments and strings. Ends of lines are tokens too, because they
  /// end a declaration.
  static func all(in mask: CodeMask) -> [Token] {
    let bytes = mask.bytes
    var tokens: [Token] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      if isWordPart(bytes[start]) {
        while end < bytes.count, isWordPart(bytes[end]) { end += 1 }
      } else if bytes[start] == UInt8(ascii: "-"), end < bytes.count,
        bytes[end] == UInt8(ascii: ">")
      {
        end += 1
      }
      if !isBlank(bytes[start]) {
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        tokens.append(Token(text: text, range: start..<end))
      }
      start = end
    }
    return tokens
  }

  var isWord: Bool { text.utf8.first.map(Self.isWordPart) ?? false }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// Letters, digits, `_`, the quotes of a name that is a keyword, and everything beyond ASCII.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}
