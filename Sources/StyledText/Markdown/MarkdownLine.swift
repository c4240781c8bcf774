/// What one line of Markdown looks like by itself.
struct MarkdownLine {
  struct Fence: Equatable {
    let mark: Character
    let length: Int
    let indent: Int
    let language: String
  }

  struct Marker {
    /// The bullet, or the sign behind the number.
    let sign: Character
    let number: Int?
    /// How far the item's text is indented.
    let width: Int
    let content: String

    /// Only a list that starts with 1 may break a paragraph: "in\n1984. It was" is prose.
    var canInterrupt: Bool { (number == nil || number == 1) && !content.isEmpty }

    func continues(_ first: Marker) -> Bool {
      sign == first.sign && (number == nil) == (first.number == nil)
    }
  }

  let indent: Int
  /// The line without its indentation.
  let text: String

  init(_ line: String) {
    let expanded = line.replacing("\t", with: "    ")
    let body = expanded.drop { $0 == " " }
    indent = expanded.count - body.count
    text = String(body)
  }

  var isBlank: Bool { text.isEmpty }

  var startsBlock: Bool {
    fence != nil || heading != nil || isRule || quoted != nil || marker != nil
  }

  var heading: (level: Int, title: String)? {
    let level = text.prefix { $0 == "#" }.count
    let title = text.dropFirst(level)
    guard (1...6).contains(level), title.isEmpty || title.hasPrefix(" ") else { return nil }
    return (level, String(title).trimmingSpaces)
  }

  var isRule: Bool {
    let signs = text.filter { $0 != " " }
    guard let sign = signs.first, "-*_".contains(sign) else { return false }
    return signs.count >= 3 && signs.allSatisfy { $0 == sign }
  }

  var quoted: String? {
    guard text.hasPrefix(">") else { return nil }
    return String(text.dropFirst(text.hasPrefix("> ") ? 2 : 1))
  }

  var fence: Fence? {
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let length = text.prefix { $0 == mark }.count
    let info = String(text.dropFirst(length)).trimmingSpaces
    guard length >= 3, !info.contains("`") else { return nil }
    let language = info.split(separator: " ").first.map(String.init) ?? ""
    return Fence(mark: mark, length: length, indent: indent, language: language)
  }

  func closes(_ fence: Fence) -> Bool {
    let signs = text.trimmingSpaces
    return signs.count >= fence.length && signs.allSatisfy { $0 == fence.mark }
  }

  var marker: Marker? {
    guard !isRule else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard let sign = rest.first, digits.count <= 9 else { return nil }
    guard digits.isEmpty ? "-*+".contains(sign) : ".)".contains(sign) else { return nil }
    let behind = rest.dropFirst()
    guard behind.isEmpty || behind.hasPrefix(" ") else { return nil }
    let spaces = behind.prefix { $0 == " " }.count
    // Four spaces and more would be indented code in the item; we take the text.
    let gap = (1...4).contains(spaces) ? spaces : 1
    return Marker(
      sign: sign, number: Int(digits), width: indent + digits.count + 1 + gap,
      content: String(behind.dropFirst(spaces)))
  }

  /// The line with up to `count` cells of its indentation removed.
  func dropping(indent count: Int) -> String {
    String(repeating: " ", count: max(0, indent - count)) + text
  }
}

extension String {
  /// Without spaces at both ends.
  var trimmingSpaces: String {
    let front = drop { $0 == " " || $0 == "\t" }
    return String(front.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
