/// Splits a line into words as a shell does: spaces separate, quotes and backslashes protect.
enum Words {
  static func split(_ line: String) throws(UsageError) -> [String] {
    var splitter = Splitter()
    for character in line { splitter.take(character) }
    if let quote = splitter.quote { throw .unfinishedQuote(quote) }
    splitter.endWord()
    return splitter.words
  }

  /// A word written so that it is read back as itself.
  static func quoted(_ word: String) -> String {
    let isSafe = !word.isEmpty && word.allSatisfy { !" \t'\"\\#".contains($0) }
    return isSafe ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private struct Splitter {
    var words: [String] = []
    var quote: Character?
    private var word: String?
    private var isEscaped = false

    mutating func take(_ character: Character) {
      if isEscaped {
        append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        endWord()
      } else {
        append(character)
      }
    }

    mutating func endWord() {
      if isEscaped { append("\\") }
      isEscaped = false
      if let word { words.append(word) }
      word = nil
    }

    private mutating func append(_ character: Character) {
      word = (word ?? "") + String(character)
    }
  }
}
