/// How a new chapter, scenario or exercise is called, in each of its spellings.
struct PartName: Equatable {
  /// `live-lists`, as the reader types it.
  let id: String

  /// Nil if it cannot be the name of a type: lower-case words with hyphens, letters first.
  init?(_ id: String) {
    guard id.wholeMatch(of: #/[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*/#) != nil,
      !Self.takenBySwift.contains(id)
    else { return nil }
    self.id = id
  }

  private var words: [Substring] { id.split(separator: "-") }

  /// `LiveLists`: module, type, file.
  var type: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
  /// `liveLists`: a static property.
  var property: String { type.prefix(1).lowercased() + type.dropFirst() }
  /// `Live lists`
  var title: String {
    let spaced = words.joined(separator: " ")
    return spaced.prefix(1).uppercased() + spaced.dropFirst()
  }

  /// A text about `other`, with this name instead, in all spellings.
  func instead(of other: PartName, in text: String) -> String {
    var text = text
    for spelling in [\PartName.type, \.title, \.property, \.id] {
      text.replace(other[keyPath: spelling], with: self[keyPath: spelling])
    }
    return text
  }

  /// Single words that Swift reads as something else.
  private static let takenBySwift: Set<String> = [
    "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "package", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "some", "static", "struct", "subscript", "super", "swift", "switch", "testing", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
