extension Mutator {
  /// The work is done where one stands, not on the queue of the context.
  func withoutPerform() -> [Slip] {
    replacing(/(?:try )?\w+\.perform(?:AndWait)? \{/, "without perform") { _ in "do {" }
  }

  /// A save, a refresh, a permanent ID or some clearing up is forgotten.
  func withoutCall() -> [Slip] {
    let calls =
      /(?:try\?? )?\w+\.(?:save|reset|rollback|refresh|obtainPermanentIDs|forEach)\([^()]*\)/
    let settings = ["= true", "= self", "performFetch()", ".removeFirst(", ".removeAll"]
    let whole = lines.indices.filter {
      lines[$0].isWholeStatement && lines[$0].mentions(oneOf: settings)
    }
    return replacing(calls, "without the call") { _ in "()" }
      + whole.map { slip("without the line", at: $0, []) }
  }

  /// Two lines in the wrong order, where the order can matter.
  func turnedRound() -> [Slip] {
    let telling = ["save()", "refresh(", "reset()", "rollback()", "PermanentIDs(", "objectID"]
    return lines.indices.dropLast().compactMap { index in
      let pair = [lines[index], lines[index + 1]]
      guard pair.allSatisfy(\.isWholeStatement), pair[0].indentation == pair[1].indentation,
        !pair.allSatisfy({ $0.statement.hasPrefix("let ") }),
        pair.contains(where: { $0.mentions(oneOf: telling) }), !Self.areIndependent(pair)
      else { return nil }
      var lines = lines
      lines.swapAt(index, index + 1)
      return Slip(words: "turned round: \(pair[0].statement) / \(pair[1].statement)", lines: lines)
    }
  }

  /// What is taken back in this block is taken back before any other block of its queue, whether
  /// an observer was told before or after.
  private static func areIndependent(_ pair: [String]) -> Bool {
    pair.contains { $0.contains(/\w+\.rollback\(\)$/) }
      && pair.contains { $0.contains(/\w+\.(?:perform|async|addOperation) \{ .* \}$/) }
  }

  /// The first line of a block stands before it, or the last one behind it.
  func movedOut() -> [Slip] {
    lines.indices.filter { lines[$0].contains(/\.perform(AndWait)? \{$/) }.flatMap { start in
      [movedUp(from: start + 1), movedDown(outOf: start)].compactMap { $0 }
    }
  }

  private func movedUp(from index: Int) -> Slip? {
    guard lines[index].isWholeStatement, !declaresAValue(lines[index]) else { return nil }
    var moved = lines
    moved.swapAt(index - 1, index)
    return Slip(words: "moved before its block: \(lines[index].statement)", lines: moved)
  }

  /// A request or an array is the same inside of a block and outside.
  private func declaresAValue(_ line: String) -> Bool {
    ["let ", "var "].contains { line.statement.hasPrefix($0) }
      && !contexts.contains { !line.uses(of: $0).isEmpty } && !line.contains("objectID")
  }

  private func movedDown(outOf start: Int) -> Slip? {
    let depth = lines[start].indentation
    let end = lines.indices.first { $0 > start && lines[$0].indentation <= depth }
    guard let end, lines[end].statement == "}", lines[end - 1].isWholeStatement else { return nil }
    var moved = lines
    moved.swapAt(end - 1, end)
    return Slip(words: "moved behind its block: \(lines[end - 1].statement)", lines: moved)
  }

  /// The other one of two contexts is asked.
  func withOtherContext() -> [Slip] {
    let contexts = contexts
    return lines.indices.flatMap { index in
      contexts.flatMap { context in
        lines[index].uses(of: context).flatMap { range in
          contexts.filter { $0 != context }.map { other in
            var line = lines[index]
            line.replaceSubrange(range, with: other)
            return slip("with '\(other)' for '\(context)'", at: index, [line])
          }
        }
      }
    }
  }

  /// The names that stand for contexts, in the order in which they come up.
  private var contexts: [String] {
    let declared = /(?:let (\w+) = .*(?:NSManagedObjectContext\(|managedObjectContext|\.parent!))/
    let passed = /(\w+): NSManagedObjectContext/
    var names: [String] = []
    for line in lines {
      let found =
        line.matches(of: declared).compactMap(\.output.1) + line.matches(of: passed).map(\.output.1)
      for name in found where !names.contains(String(name)) { names.append(String(name)) }
    }
    return names
  }

  /// An error is caught and kept to oneself.
  func silenced() -> [Slip] {
    replacing(/\w+\(\.failure\(error\)\)/, "silent about the error") { _ in "()" }
      + replacing(/\(error\)/, "silent about the error") { _ in "(nil)" }
      + replacing(/throw error$/, "silent about the error") { _ in "()" }
  }

  /// The caller that waits is told twice.
  func saidTwice() -> [Slip] {
    let callbacks = lines.flatMap { $0.matches(of: /(\w+): @escaping/).map { "\($0.output.1)(" } }
    return lines.indices.filter {
      lines[$0].isWholeStatement && lines[$0].mentions(oneOf: callbacks)
    }.map { slip("twice", at: $0, [lines[$0], lines[$0]]) }
  }
}

extension String {
  fileprivate func mentions(oneOf words: [String]) -> Bool {
    words.contains { contains($0) }
  }

  /// Where a line asks a context of this name to do something, or gives it away.
  fileprivate func uses(of context: String) -> [Range<Index>] {
    ranges(of: context).filter { range in
      let before = self[..<range.lowerBound].last ?? " "
      let after = self[range.upperBound...]
      guard !before.isLetter, before != ".", before != "_" else { return false }
      let asked = ["save", "perform", "refresh", "existingObject", "object", "fetch", "count"]
      return asked.contains { after.hasPrefix(".\($0)") }
        || (self[..<range.lowerBound].hasSuffix("context: ") && after.hasPrefix(")"))
    }
  }
}
