/// Words in columns, read downwards, as a directory is listed.
public enum Columns {
  public static func lines(_ words: [String], width: Int, gap: Int = 2) -> [String] {
    guard !words.isEmpty else { return [] }
    let cell = (words.map { DisplayWidth.of($0) }.max() ?? 0) + gap
    let columns = max(1, (width + gap) / cell)
    let rows = (words.count + columns - 1) / columns
    return (0..<rows).map { row in
      let line = stride(from: row, to: words.count, by: rows).map { words[$0] }
      return line.enumerated().map { index, word in
        let isLast = index == line.count - 1
        let padding = isLast ? 0 : cell - DisplayWidth.of(word)
        return word + String(repeating: " ", count: padding)
      }.joined()
    }
  }
}
