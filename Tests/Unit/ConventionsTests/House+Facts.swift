import Foundation

extension House {
  /// Engines log facts. Who wants to know something of an event asks its fact, never the words that
  /// are made of it.
  func looksIntoSentences() -> [String] {
    let asks = "[?!]?\\.(hasPrefix|hasSuffix|contains|starts|split|range|firstRange)\\("
    let looks = [
      "\\b(label|detail|wants|outcome)" + asks,
      "\\b(fact|event|step|deed)[?!]?\\.(words|text)" + asks,
      "\\b(words|text)[?!]? == \"\\w",
    ].joined(separator: "|")
    let files =
      swiftFiles(below: "Sources/WorkbookKit") + swiftFiles(below: "Sources/CommandLineTool")
    return files.flatMap { file in
      let lines = text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
      let guilty = lines.indices.filter {
        lines[$0].range(of: looks, options: .regularExpression) != nil
      }
      return guilty.map { "\(file):\($0 + 1) looks into a sentence: ask the fact" }
    }
  }
}
