internal import Foundation

/// An access to memory that is a step of the scheduler.
struct AccessStep: Sendable, Hashable, Codable {
  /// How far it is from the beginning of the program, and the calls that led to it.
  var frames: [UInt]
  /// `ImageCache.swift`
  var file: String
  var line: Int
  /// The variable, as the file names it.
  var name: String
}

/// From addresses in a tried program to lines of the reader's, by the toolchain's own symbolizer.
struct AccessLines {
  let program: URL
  let source: TriedSource
  /// Where compilers keep what they write meanwhile.
  let folder: URL

  /// The steps that these accesses are; those that no line of the reader's led to are left out.
  func steps(at places: [[UInt]]) async throws -> [[UInt]: AccessStep] {
    let answers = try await symbols(at: Set(places.flatMap(\.self)).sorted())
    // The call that leads there may have no line either: that of an accessor which the compiler made.
    let inOpen = places.filter { line(of: answers[$0[0]] ?? []) == nil }.flatMap(\.self)
    let unknown = Set(inOpen).filter { place in
      let symbols = answers[place] ?? []
      return line(of: symbols) == nil && symbols.contains(where: isTheirs)
    }
    let beside = try await neighbours(of: unknown.sorted())
    var exact: [[UInt]: AccessStep] = [:]
    for frames in places {
      exact[frames] = line(of: answers[frames[0]] ?? []).map { step(at: frames, $0) }
    }
    return places.reduce(into: exact) { steps, frames in
      guard exact[frames] == nil else { return }
      // What a library does in their place is theirs where they call it.
      let lines = frames.lazy.compactMap { line(of: answers[$0] ?? []) ?? beside[$0] }
      steps[frames] = lines.first.map { symbol in
        var step = step(at: frames, symbol)
        let same = exact.values.filter { $0.file == step.file && $0.line == step.line }
        if let name = same.map(\.name).min() { step.name = name }
        return step
      }
    }
  }

  /// What the compiler made without a line belongs to what stands beside it in the same function.
  private func neighbours(of places: [UInt]) async throws -> [UInt: Answer.Symbol] {
    func near(_ place: UInt) -> [UInt] {
      Self.distances.map { UInt(bitPattern: Int(bitPattern: place) + $0) }
    }
    let answers = try await symbols(at: places + places.flatMap(near))
    return places.reduce(into: [:]) { lines, place in
      let function = answers[place]?.first?.function
      let same = near(place).compactMap { answers[$0] }.filter { $0.first?.function == function }
      lines[place] = same.lazy.compactMap(line).first
    }
  }

  /// The call that a place belongs to comes after it, or just before.
  private static let distances = Array(stride(from: 4, to: 96, by: 4)) + [-8, -16, -32, -64]

  /// The functions that an address lies in, the innermost first.
  private func symbols(at places: [UInt]) async throws -> [UInt: [Answer.Symbol]] {
    guard !places.isEmpty, let symbolizer = try Compiler.findSymbolizer() else { return [:] }
    let child = ChildProgram(
      executable: symbolizer,
      arguments: ["--obj=\(program.plainPath)", "--output-style=JSON", "--inlines"]
        + places.map { "0x" + String($0, radix: 16) },
      environment: Compiler.environment(temporaryFolder: folder))
    let result = try await child.endingWithThisProcess.run(within: .trusted)
    let answers = result.output.text.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode([Answer].self, from: Data(line.utf8))
    }.flatMap(\.self)
    return answers.reduce(into: [:]) { all, answer in
      if let place = UInt(answer.address.dropFirst(2), radix: 16) { all[place] = answer.symbols }
    }
  }

  private func isTheirs(_ symbol: Answer.Symbol) -> Bool {
    source.files.contains { $0.plainPath == symbol.file }
  }

  /// The innermost of the reader's own lines: what was inlined there may be a library's.
  private func line(of symbols: [Answer.Symbol]) -> Answer.Symbol? {
    symbols.first { $0.line > 0 && isTheirs($0) }
  }

  private func step(at frames: [UInt], _ symbol: Answer.Symbol) -> AccessStep {
    let index = source.files.firstIndex { $0.plainPath == symbol.file }!
    let text = source.texts[index].split(separator: "\n", omittingEmptySubsequences: false)
    let line = text.indices.contains(symbol.line - 1) ? text[symbol.line - 1] : ""
    return AccessStep(
      frames: frames, file: source.files[index].lastPathComponent, line: symbol.line,
      name: variable(in: line, at: symbol.column))
  }

  /// The variable that a line touches at a column: one that the files declare. An access stands at the
  /// beginning of `model.count`, or behind it, at the `=`.
  private func variable(in line: Substring, at column: Int) -> String {
    let declared = source.variables
    let words = line.matches(of: #/[A-Za-z_]\w*/#).map { match in
      (range: match.range, at: line.distance(from: line.startIndex, to: match.range.lowerBound))
    }.filter { declared.contains(String(line[$0.range])) }
    let first = words.firstIndex { $0.at + line[$0.range].count >= column }
    guard var index = first.flatMap({ words[$0].at < column ? $0 : $0 - 1 }) ?? words.indices.last
    else { return "memory" }
    if index < 0 { index = 0 }
    while index + 1 < words.count,
      // A weak variable is read for itself.
      !source.weakVariables.contains(String(line[words[index].range])),
      line[words[index].range.upperBound..<words[index + 1].range.lowerBound].allSatisfy({
        ".?!".contains($0)
      })
    { index += 1 }
    // `if let last = stamp` reads what it binds.
    let before = line[..<words[index].range.lowerBound]
    if before.contains(#/(?:\b(?:if|guard|while)|,) +(?:let|var) +$/#), index + 1 < words.count,
      line[words[index].range.upperBound..<words[index + 1].range.lowerBound].allSatisfy({
        $0.isWhitespace || $0 == "="
      })
    {
      index += 1
    }
    return String(line[words[index].range])
  }

  private struct Answer: Decodable {
    struct Symbol: Decodable {
      var line: Int
      var column: Int
      var file: String
      var function: String
      enum CodingKeys: String, CodingKey {
        case function = "FunctionName"
        case line = "Line"
        case column = "Column"
        case file = "FileName"
      }
    }

    var address: String
    var symbols: [Symbol]
    enum CodingKeys: String, CodingKey {
      case address = "Address"
      case symbols = "Symbol"
    }
  }
}

extension TriedSource {
  var weakVariables: Set<String> {
    let declared = #/\bweak\s+(?:\w+\s+)*var\s+(\w+)/#.wordBoundaryKind(.simple)
    return Set(code.matches(of: declared).map { String($0.output.1) })
  }

  /// The variables that the files declare.
  var variables: Set<String> {
    let first = #/\b(?:var|let)\s+(\w+)/#.wordBoundaryKind(.simple)
    // `var a = 0, b = 0`
    let more = #/,\s*(\w+)\s*(?:=|:\s*\w+\s*=)/#
    return Set((code.matches(of: first) + code.matches(of: more)).map { String($0.output.1) })
  }
}
