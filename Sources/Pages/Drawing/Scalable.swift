internal import StyledText

/// Parts of a drawing in SVG. Text is set in a face whose letters are all as wide as each other,
/// so that what fits is known without measuring.
enum Scalable {
  static let size = 13.0
  static let lineHeight = 17.0
  /// No usual face is wider.
  static let letter = 8.0

  /// How many letters fit.
  static func letters(in width: Double) -> Int { max(10, Int(width / letter)) }

  /// Lines below each other; `y` is the base line of the first.
  static func text(
    _ lines: [String], x: Double, y: Double, class name: String, anchor: String = "start"
  ) -> Markup {
    let spans = lines.enumerated().map { index, line in
      """
      <tspan x="\(number(x))" y="\(number(y + Double(index) * lineHeight))">\(line)</tspan>
      """ as Markup
    }
    return "<text class=\"\(name)\" text-anchor=\"\(anchor)\">\(spans)</text>"
  }

  static func line(
    _ x: Double, _ y: Double, to x2: Double, _ y2: Double, class name: String
  ) -> Markup {
    """
    <line class="\(name)" x1="\(number(x))" y1="\(number(y))" x2="\(number(x2))" \
    y2="\(number(y2))"/>
    """
  }

  static func path(_ points: String, class name: String) -> Markup {
    "<path class=\"\(name)\" d=\"\(points)\"/>"
  }

  /// A figure without needless digits.
  static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
  }

  /// A whole file. `words` is what a screen reader says.
  static func file(
    width: Double, height: Double, title: String, words: [String], _ body: [Markup]
  ) -> Markup {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
    width="\(number(width))" height="\(number(height))" role="img" aria-labelledby="title words">
    <title id="title">\(title)</title>
    <desc id="words">\(words.joined(separator: " "))</desc>
    <style>\(Palette.properties)
    svg{background:var(--ground)}
    \(style)</style>
    <rect class="ground" width="100%" height="100%"/>
    \(Markup(body, separator: "\n"))
    </svg>

    """
  }

  /// The classes of all drawings.
  static let style: Markup = """
    .ground{fill:var(--ground)}
    svg text{font:13px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;\
    fill:var(--ink)}
    .title{font-size:17px;font-weight:700}.faint{fill:var(--faint)}
    .strong,.decisive{font-weight:700}.bad{fill:var(--bad);font-weight:700}
    .good{fill:var(--good);font-weight:700}.decisive{fill:var(--ink)}
    svg text.lane-0{fill:var(--lane-0)}text.lane-1{fill:var(--lane-1)}\
    text.lane-2{fill:var(--lane-2)}text.lane-3{fill:var(--lane-3)}
    .rail{stroke:var(--rule);stroke-width:2}.frame{fill:var(--panel);stroke:var(--rule)}
    .waiting{stroke:var(--bad);stroke-width:2;stroke-dasharray:3 5}
    .turn{stroke:var(--bad);stroke-width:2}.dot{fill:var(--faint)}.diamond{fill:var(--ink)}
    .arrow{fill:none;stroke:var(--bad);stroke-width:2}.head{fill:var(--bad)}
    .never{stroke:var(--bad);stroke-width:2.5}
    """
}
