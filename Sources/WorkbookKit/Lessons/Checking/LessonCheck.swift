internal import Foundation
internal import Interleaving

/// Holds a lesson against the scenarios it tells of, so that its text cannot drift from them.
public struct LessonCheck {
  /// Words of prose, with the two paragraphs on SwiftUI and SwiftData.
  static let longest = 1680
  static let sections = ["The rule", "In your own app", "Sources"]
  /// The width that output is printed in.
  static let width = 76

  let chapter: Chapter
  let text: String

  public init(_ chapter: Chapter, text: String) {
    self.chapter = chapter
    self.text = text
  }

  /// Everything that is wrong with the lesson.
  public func flaws() throws -> [LessonFlaw] {
    try blockFlaws() + LessonPath(text, of: chapter).flaws + sectionFlaws() + lengthFlaws()
      + mentionFlaws() + linkFlaws()
  }

  /// The lesson with every output block printed anew.
  public func regenerated() throws -> String {
    var lines = text.lines
    for block in LessonBlock.blocks(in: text).reversed() {
      guard let printed = try printed(block.content) else { continue }
      lines.replaceSubrange(block.line..<(block.line + block.text.count), with: printed)
    }
    return lines.joined(separator: "\n")
  }

  /// Checks the chapter's lesson, which lies in the folder above the test's. With `WORKBOOK_RECORD`
  /// set, first writes what the scenarios print now into it.
  public static func flaws(
    in chapter: Chapter, testedBy test: String = #filePath
  ) throws -> [LessonFlaw] {
    let file = URL(filePath: test).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Lesson.md")
    let check = LessonCheck(chapter, text: try String(contentsOf: file, encoding: .utf8))
    guard ProcessInfo.processInfo.environment["WORKBOOK_RECORD"] != nil else {
      return try check.flaws()
    }
    let recorded = try check.regenerated()
    try Data(recorded.utf8).write(to: file)
    return try LessonCheck(chapter, text: recorded).flaws()
  }
}

// MARK: Blocks

extension LessonCheck {
  private func blockFlaws() throws -> [LessonFlaw] {
    let blocks = LessonBlock.blocks(in: text)
    let hasPicture = blocks.contains {
      if case .code = $0.content { false } else { true }
    }
    return try (hasPicture ? [] : [.noPicture]) + blocks.compactMap(flaw)
  }

  private func flaw(of block: LessonBlock) throws -> LessonFlaw? {
    switch block.content {
    case .drawing: return nil
    case .unknown(let info): return .unknownBlock(info, line: block.line)
    case .code(let scenario, let variant):
      let name = "\(scenario) \(variant)"
      guard let experiment = experiment(scenario, variant) else {
        return .unknownVariant(name, line: block.line)
      }
      return stands(block.text, in: experiment.variant)
        ? nil : .codeNotInSource(name, line: block.line)
    case .output(_, let scenario, let name), .refused(let scenario, let name):
      let name = "\(scenario) \(name)"
      guard let printed = try printed(block.content) else {
        return .unknownVariant(name, line: block.line)
      }
      return printed == block.text ? nil : .outputDrifted(name, line: block.line)
    }
  }

  /// What a block has to hold; nil for one that is not printed, and for one about nothing known.
  private func printed(_ content: LessonBlock.Content) throws -> [String]? {
    switch content {
    case .output(let output, let scenario, let variant):
      try experiment(scenario, variant)?.printed(output, width: Self.width)
    case .refused(let scenario, let program):
      chapter.scenarios.first { $0.id == scenario }?.refused.first { $0.name == program }?
        .printed(width: Self.width)
    case .code, .drawing, .unknown: nil
    }
  }

  private func experiment(_ scenario: String, _ variant: String) -> Experiment? {
    chapter.experiment("\(scenario) \(variant)")
  }

  /// Whether the lines stand in the variant's source.
  private func stands(_ lines: [String], in variant: Variant) -> Bool {
    SourceLines(of: variant)?.places(of: lines) != nil
  }
}

// MARK: Words

extension LessonCheck {
  /// The lesson without its blocks and questions, and without notes for an instructor.
  private var prose: String {
    var isInside = false
    return text.lines.filter { line in
      if line.hasPrefix("```") { isInside.toggle() }
      return !isInside && !["```", ">", "<!--"].contains { line.hasPrefix($0) }
    }.joined(separator: "\n")
  }

  private func sectionFlaws() -> [LessonFlaw] {
    Self.sections.filter { title in
      !["## ", "### "].contains { text.lines.contains($0 + title) }
    }.map(LessonFlaw.missingSection)
  }

  private func lengthFlaws() -> [LessonFlaw] {
    let words = prose.split { $0.isWhitespace }.count
    return words <= Self.longest ? [] : [.length(words: words)]
  }

  private func mentionFlaws() -> [LessonFlaw] {
    let known = Set(chapter.scenarios.map(\.id))
    let mentioned = text.matches(of: #/[a-z-]+\/[a-z-]+/#).map { String($0.output) }
      .filter { $0.hasPrefix("\(chapter.id)/") }
    return chapter.scenarios.map(\.id).filter { !mentioned.contains($0) }
      .map(LessonFlaw.scenarioNotMentioned)
      + mentioned.filter { !known.contains($0) }.map(LessonFlaw.unknownScenario)
      + termFlaws()
  }

  /// A term is marked, `_like this_` or as code, where the lesson introduces it: so a reader sees at a glance
  /// which words can be looked up, and an author sees which ones still need an entry.
  private func termFlaws() -> [LessonFlaw] {
    let marked = prose.lowercased().matches(of: #/\b_([a-z][a-z \-]*)_\b/#).map { String($0.1) }
    let explained = chapter.glossary.map { $0.word.lowercased() }
    let code = chapter.glossary.filter { prose.contains("`\($0.word)`") }.map {
      $0.word.lowercased()
    }
    return explained.filter { !marked.contains($0) && !code.contains($0) }
      .map(LessonFlaw.termNotMarked)
      + marked.filter { !explained.contains($0) }.map(LessonFlaw.termNotExplained)
  }

  /// Links within the lesson must lead to one of its headings; links elsewhere are not allowed to
  /// be relative, because the lesson is read far from its folder.
  private func linkFlaws() -> [LessonFlaw] {
    let anchors = Set(
      text.lines.filter { $0.hasPrefix("#") }.map { heading in
        "#"
          + heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
          .replacing(" ", with: "-")
      })
    return prose.matches(of: #/\]\(([^)]*)\)/#).map { String($0.1) }
      .filter { !$0.hasPrefix("https://") && !anchors.contains($0) }.map(LessonFlaw.deadLink)
  }
}
