import Testing
import WorkbookKit

@testable import CommandLineTool

struct RunSheetTests {
  private func sheet(_ words: String) -> String {
    Desk(catalogue: .shipped).output(of: "teach \(words)")
  }

  private func demos(_ sheet: String) -> [String] {
    sheet.matches(of: #/you +demo ([a-z-]+)/#).map { String($0.1) }
  }

  private func exercises(_ sheet: String) -> Int {
    sheet.matches(of: #/pairs +open [a-z-]+/#).count
  }

  @Test(arguments: 20...300)
  func `a run sheet fills its time, with at most 15 percent to spare`(minutes: Int) throws {
    let book = Catalogue.shipped.chapters.map { chapter in
      RunSheet.Material(
        number: chapter.number, chapter: chapter.id, minutes: 7, exercises: chapter.exercises)
    }
    let sheet = try #require(RunSheet(minutes: minutes, chapters: book))
    #expect(sheet.items.reduce(0) { $0 + $1.minutes } == minutes)
    #expect(sheet.spare * 100 <= minutes * 15)
    #expect(sheet.items.allSatisfy { $0.minutes > 0 && !$0.who.isEmpty })
    #expect(!sheet.cuts.isEmpty)
    let words = sheet.items.map(\.words).filter { $0.hasPrefix("demo") || $0.hasPrefix("open") }
    #expect(Set(words).count == words.count)
  }

  @Test func `an hour and a half have the chapter on deadlocks`() {
    let sheet = sheet("--minutes 90")
    #expect(sheet.contains("  90  the end"))
    #expect(demos(sheet).contains("deadlocks"))
    #expect(exercises(sheet) >= 1)
  }

  @Test func `three hours have four demos, three exercises and breaks`() {
    let sheet = sheet("--minutes 180")
    #expect(demos(sheet).count >= 4)
    #expect(exercises(sheet) >= 3)
    #expect(sheet.matches(of: #/a break/#).count == 2)
  }

  @Test func `what a workshop is about is cut last`() throws {
    let sheet = sheet("--goal hang --minutes 90")
    let cuts = try #require(sheet.firstMatch(of: #/To cut, in this order: ([^.]+)\./#)).1
    #expect(cuts.hasPrefix("chapter swift-concurrency"))
    #expect(!cuts.contains("deadlocks"))
  }

  @Test(arguments: [
    ("hang", "deadlocks"), ("lost-data", "conflicts"), ("stale-screen", "live-lists"),
    ("swift-6", "swift-concurrency"),
  ])
  func `the shortest workshop with a goal has its chapter`(goal: String, chapter: String) {
    #expect(demos(sheet("--goal \(goal) --minutes 20")) == [chapter])
  }

  @Test func `chapters that are named are there, in the order of the book`() {
    let demos = demos(sheet("temporary-ids confinement --minutes 45"))
    #expect(demos.filter { $0 != "problems" } == ["confinement", "temporary-ids"])
  }

  @Test func `no two hours go by without a break`() {
    for minutes in [120, 180, 240] {
      var since = 0
      let book = Catalogue.shipped.chapters.map {
        RunSheet.Material(number: $0.number, chapter: $0.id, minutes: 7, exercises: $0.exercises)
      }
      for item in RunSheet(minutes: minutes, chapters: book)?.items ?? [] {
        since = item.words == "a break" ? 0 : since + item.minutes
        #expect(since < 120, "\(minutes)")
      }
    }
  }
}
