/// Makes the slips that people make: a block left out, a save forgotten, two lines turned round,
/// the wrong one of two contexts.
///
/// It works on text, because solutions are formatted alike: one statement a line, and a block ends
/// where its indentation does. A slip that makes no sense does not compile, and is left out.
struct Mutator {
  let solution: String
  let lines: [String]

  /// `text` is the solution with imports, its type called as the mutants' are to be.
  init(_ solution: String, text: String) {
    self.solution = solution
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// All slips, without those that come to the same text.
  func mutants() -> [Mutant] {
    let slips =
      withoutPerform() + withoutCall() + turnedRound() + movedOut() + withOtherContext()
      + silenced() + saidTwice() + withTheFirst() + madeTwice() + withOtherPolicy()
      + rememberingRuns()
    var seen: Set<String> = [lines.joined(separator: "\n")]
    var names: [String: Int] = [:]
    return slips.compactMap { slip in
      let text = slip.lines.joined(separator: "\n")
      guard seen.insert(text).inserted else { return nil }
      let count = names[slip.words, default: 0] + 1
      names[slip.words] = count
      let words = count == 1 ? slip.words : "\(slip.words) (\(count))"
      return Mutant(solution: solution, slip: words, text: text)
    }
  }

  /// The text after a slip, and what to call it.
  struct Slip {
    let words: String
    var lines: [String]
  }

  /// One line replaced by others.
  func slip(_ words: String, at index: Int, _ replacement: [String]) -> Slip {
    var lines = lines
    lines.replaceSubrange(index...index, with: replacement)
    return Slip(words: "\(words): \(self.lines[index].statement)", lines: lines)
  }

  /// For each match in each line, the line without it.
  func replacing(
    _ pattern: Regex<Substring>, _ words: String, with replacement: (Substring) -> String?
  ) -> [Slip] {
    lines.indices.flatMap { index in
      lines[index].matches(of: pattern).compactMap { match in
        guard let new = replacement(match.output) else { return nil }
        var line = lines[index]
        line.replaceSubrange(match.range, with: new)
        return slip(words, at: index, [line])
      }
    }
  }
}

extension String {
  /// The line without its indentation.
  var statement: Substring { drop(while: \.isWhitespace) }

  var indentation: Int { prefix(while: \.isWhitespace).count }

  /// Whether a line is a statement of its own: neither begins nor ends a block, nor is a remark.
  var isWholeStatement: Bool {
    let opening = count { "{([".contains($0) }
    let closing = count { "})]".contains($0) }
    return !statement.isEmpty && opening == closing && !statement.hasPrefix("//")
      && !statement.hasPrefix("}") && !statement.hasPrefix("case ")
  }
}
