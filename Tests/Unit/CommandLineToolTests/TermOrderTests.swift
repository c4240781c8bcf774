import Testing
import WorkbookKit

@testable import CommandLineTool

/// A reader who goes through the book from its beginning meets no term before it is explained.
struct TermOrderTests {
  /// Words that are also used as anybody uses them.
  private static let everyday: Set = ["save", "version", "writer", "conflict"]

  private struct Paragraph {
    let chapter: String
    var words: String
  }

  @Test func `each term is explained in the paragraph where it first stands`() throws {
    let chapters = Catalogue.shipped.chapters
    let paragraphs = try chapters.flatMap { chapter in
      Self.paragraphs(of: try chapter.lessonText(), in: chapter.id)
    }
    let terms = chapters.flatMap(\.glossary).map { $0.word.lowercased() }
    var checked = 0
    for chapter in chapters {
      for term in chapter.glossary.map({ $0.word.lowercased() })
      where !Self.everyday.contains(term) {
        // A managed object context is no managed object.
        let longer = terms.filter { $0 != term && $0.contains(term) }
        let first = try #require(
          paragraphs.first { paragraph in
            Self.has(term, longer.reduce(paragraph.words) { $0.replacing($1, with: "") })
          }, "\(term)")
        let isMarked = first.words.contains("_\(term)_") || first.words.contains("`\(term)`")
        #expect(first.chapter == chapter.id && isMarked, "'\(term)': \(first.words)")
        checked += 1
      }
    }
    #expect(checked > 40)
  }

  @Test func `a term in front of its explanation is found`() {
    #expect(Self.has("row cache", "two row caches"))
    #expect(Self.has("fault", "a _fault_ is"))
    #expect(!Self.has("fault", "by default"))
    #expect(!Self.has("realised", "unrealised"))
  }

  /// Prose and questions; not blocks, headings, notes for an instructor, and sources.
  private static func paragraphs(of lesson: String, in chapter: String) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var isInside = false
    var isOver = true
    for line in lesson.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "## Sources" { break }
      if line.hasPrefix("```") { isInside.toggle() }
      if isInside || line.isEmpty || ["```", "#", "<!--"].contains(where: line.hasPrefix) {
        isOver = true
        continue
      }
      let words = line.trimmingPrefix("> ").lowercased()
      if isOver { paragraphs.append(Paragraph(chapter: chapter, words: "")) }
      paragraphs[paragraphs.count - 1].words += words + " "
      isOver = false
    }
    return paragraphs
  }

  /// Whether the term stands there as a word, in the singular or the plural.
  private static func has(_ term: String, _ text: String) -> Bool {
    let isLetter: (Character?) -> Bool = { $0.map { $0.isLetter || $0 == "-" } ?? false }
    return text.ranges(of: term).contains { range in
      let before = text[..<range.lowerBound].last
      var after = text[range.upperBound...]
      if after.first == "s" { after.removeFirst() }
      return !isLetter(before) && !isLetter(after.first)
    }
  }
}
