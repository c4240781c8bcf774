extension House {
  /// Engines log facts. Who wants to know something of an event asks its fact, never the words that
  /// are made of it.
  func looksIntoSentences() -> [String] {
    let looks =
      [
        #/\b(label|detail|wants|outcome)[?!]?\.(hasPrefix|hasSuffix|contains|starts|split|range)\(/#,
        #/\b(fact|event|step|deed)[?!]?\.(words|text)[?!]?\.(hasPrefix|hasSuffix|contains|starts|split|range)\(/#,
        #/\b(words|text)[?!]? == "(\w)/#,
      ] as [any RegexComponent]
    return ["Sources/WorkbookKit", "Sources/CommandLineTool"].flatMap(swiftFiles).flatMap { file in
      text(of: file).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { _, line in looks.contains { line.firstMatch(of: $0) != nil } }
        .map { "\(file):\($0.offset + 1) looks into a sentence: ask the fact" }
    }
  }
}
