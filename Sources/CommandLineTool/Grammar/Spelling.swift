/// What people type out of habit, put into words of the grammar.
enum Spelling {
  /// `swift run workbook list` is `list`; `run --help` is `help run`; `--version` is `version`.
  static func usual(_ words: [String]) -> [String] {
    var words = words
    if words.starts(with: ["swift", "run", "workbook"]) { words.removeFirst(3) }
    if words.first == "workbook" || words.first == "./workbook" { words.removeFirst() }
    let plain = words.filter { !$0.hasPrefix("-") }
    if words.contains("--help") || words.contains("-h") {
      return ["help"] + plain.prefix(1).filter { $0 != "help" }
    }
    return plain.isEmpty && words.contains("--version") ? ["version"] : words
  }
}
