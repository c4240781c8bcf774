import Interleaving
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// What a screen reader is told of a page, as the browser hands it over.
@Suite(
  .enabled(if: Browser.path != nil, "chromium is not installed: apt-get install chromium"),
  .long, .serialized)
struct ScreenReaderTests {
  @Test(arguments: ["deadlocks/crossed", "temporary-ids/not-yet-a-row"])
  func `the story is told, after the question and not before`(_ id: String) throws {
    let scenario = try #require(Catalogue.shipped.scenario(id))
    let result = try scenario.bug.explore(forStory: true)
    let failure = try #require(result.simplestFailure)
    let story = Timeline(of: failure).steps.map(\.sentence)
    let browser = try BrowserTalk(width: 1280, height: 720)
    let page = try browser.open(ScenarioSheet(scenario.bug).html)

    let before = try browser.accessible(in: page)
    #expect(before.contains { $0.role == "heading" && $0.name == scenario.title })
    #expect(before.count { $0.role == "button" && $0.name.contains("order") } >= 2)
    #expect(before.contains { $0.role == "button" && $0.name.hasPrefix("1 ") }, "said as words")
    #expect(story.filter { step in before.contains { $0.name.contains(step) } } == [])

    try browser.evaluate(
      "document.querySelector('.options button[data-key]').click()", in: page)
    try browser.evaluate(
      """
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
      """, in: page)
    let after = try browser.accessible(in: page)
    #expect(story.filter { step in !after.contains { $0.name.contains(step) } } == [])
    #expect(after.contains { $0.role == "tab" && $0.name.hasPrefix("the bug: ") })
    #expect(after.contains { $0.name.hasPrefix("Step \(story.count) of \(story.count).") })
    let end = result.experiment.outcome(of: failure)
    #expect(after.contains { $0.name.contains(end.sentence) })
    if failure.deadlock != nil {
      #expect(after.contains { $0.role == "image" && $0.name == "Who waits for whom" })
    }
  }
}
