/// What a line has to contain: `"list|table & not|never & save"` means one word of each group.
/// Written in small letters, the rarest group first, because a text is searched for that one.
struct Sign: Sendable, ExpressibleByStringLiteral {
  let groups: [[String]]

  init(stringLiteral pattern: String) {
    groups = pattern.split(separator: "&").map { group in
      group.split(separator: "|").map { word in
        String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }
}
