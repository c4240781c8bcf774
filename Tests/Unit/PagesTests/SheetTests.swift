import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

struct SheetTests {
  @Test(arguments: LongTests.all(Catalogue.shipped.scenarios.map(\.id), orFirst: 8))
  func `a page is small, fetches nothing, and tells every way to end`(_ id: String) throws {
    let scenario = try #require(Catalogue.shipped.scenario(id))
    let html = try ScenarioSheet(scenario.bug).html
    #expect(html.utf8.count < 300_000)
    for sign in ["http://", "https://", "src=", "url(", "@import"] {
      #expect(!html.contains(sign), "\(sign)")
    }
    for variant in scenario.variants {
      let ends = html.matches(of: #/<h3>([\w-]+) ends as ([^<]+?) in (\d+) of (\d+) orders?;/#)
        .filter { $0.1 == variant.name }
      let failing = ends.filter { scenario.outcome(String($0.2)).kind == .forbidden }
      let (all, bad) = (ends.map { Int($0.3) ?? 0 }, failing.map { Int($0.3) ?? 0 })
      #expect(all.reduce(0, +) == variant.expected.schedules, "\(variant.name)")
      #expect(bad.reduce(0, +) == variant.expected.failing, "\(variant.name)")
    }
    let (failing, all) = (
      scenario.bug.variant.expected.failing, scenario.bug.variant.expected.schedules
    )
    let right = html.matches(of: #/data-key="(\w+)" data-right/#).map { String($0.1) }
    #expect(right == [failing == 0 ? "never" : failing == all ? "every" : "some"])
  }

  @Test func `nothing in a page is markup that was meant as text`() throws {
    let html = try ScenarioSheet(Scenario.hostile.bug).html
    #expect(html.matches(of: #/<script/#).count == 2)
    #expect(html.matches(of: #/<\/script/#).count == 2)
    for sign in ["<img", "<b>this", "<one>", "<i>done", "onerror=alert(1)>"] {
      #expect(!html.contains(sign), "\(sign)")
    }
    #expect(html.contains("&lt;img src=x onerror=alert(1)&gt;"))
    // The comment in this file's own source is shown, and stays text.
    #expect(html.contains("alert(&#39;source&#39;)"))
  }

  @Test func `an order that was asked for comes first`() throws {
    let bug = Scenario.hostile.bug
    let run = bug.runOnce()
    let html = try ScenarioSheet(bug, showing: run).html
    #expect(html.contains("the order of hostile/locks@"))
    #expect(try !ScenarioSheet(bug).html.contains("the order of hostile/locks@"))
  }
}
