import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// What no chapter can check alone.
struct ShippedCatalogueTests {
  private let catalogue = Catalogue.shipped

  @Test func `no term is explained twice`() {
    let words = catalogue.chapters.flatMap(\.glossary).map { $0.word.lowercased() }
    let repeated = Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(repeated.sorted() == [])
  }

  @Test func `every scenario that a lesson mentions exists`() throws {
    let chapters = catalogue.chapters.map(\.id).joined(separator: "|")
    let mention = try Regex<(Substring, Substring)>("[` ]((?:\(chapters))/[a-z-]+)[` ]")
    var mentions = 0
    for chapter in catalogue.chapters {
      let lesson = try chapter.lessonText()
      for match in lesson.matches(of: mention) {
        mentions += 1
        #expect(catalogue.scenario(String(match.output.1)) != nil, "in \(chapter.id)")
      }
    }
    #expect(mentions > catalogue.scenarios.count)
  }

  @Test func `every exercise belongs to one chapter`() {
    let named = catalogue.chapters.flatMap(\.exercises)
    #expect(named.sorted() == catalogue.exercises.map(\.id).sorted())
  }
}
