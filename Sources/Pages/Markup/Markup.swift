/// Text of a page in HTML or SVG. Words that are put into it are escaped, so that whatever a
/// scenario, a file or a reader is called, it stays words.
///
///     let item: Markup = "<li>\(step.text)</li>"    // the text is escaped
///     let list: Markup = "<ol>\(items)</ol>"        // markup is taken as it is
struct Markup: Sendable, Hashable {
  /// What stands in the file.
  private(set) var source = ""

  init() {}

  init(_ parts: some Sequence<Markup>, separator: String = "") {
    source = parts.map(\.source).joined(separator: separator)
  }

  /// Words as they are, with what markup is made of spelled out.
  init(words: String) { source = Self.escaped(words) }

  /// JSON for a script: nothing in it ends the element that it stands in.
  init(data json: String) { source = json.replacing("<", with: "\\u003c") }

  /// JSON for an attribute in single quotes: its own quotes, of which it has many, stay short.
  init(attribute json: String) {
    source = json.replacing("&", with: "&amp;").replacing("'", with: "&#39;")
      .replacing("<", with: "&lt;")
  }

  static func += (left: inout Markup, right: Markup) { left.source += right.source }

  static func + (left: Markup, right: Markup) -> Markup { Markup([left, right]) }

  /// Also what no file may hold is taken out: control characters but for line ends and tabs.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Markup: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { source = value }

  init(stringInterpolation: Interpolation) { source = stringInterpolation.source }

  /// Puts words in escaped, and markup as it is.
  struct Interpolation: StringInterpolationProtocol {
    var source = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      source.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { source += literal }

    mutating func appendInterpolation(_ words: String) { source += Markup.escaped(words) }

    mutating func appendInterpolation(_ number: Int) { source += "\(number)" }

    mutating func appendInterpolation(_ markup: Markup) { source += markup.source }

    mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { source += part.source }
    }
  }
}
