import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// A chapter's page as its reader has it: with a mouse, with keys, on paper, and tomorrow.
@Suite(
  .enabled(if: Browser.path != nil, "chromium is not installed: apt-get install chromium"),
  .long, .serialized)
struct ChapterPageTests {
  private let browser: BrowserTalk
  private let page: String

  init() throws {
    browser = try BrowserTalk(width: 1280, height: 800)
    page = try browser.open(ShippedBook.page("deadlocks.html"))
  }

  private func text(_ selector: String) throws -> String {
    try browser.evaluate("document.querySelector('\(selector)').textContent", in: page)
  }

  /// Steps that can be seen.
  private func seen() throws -> [String] {
    try browser.evaluate(
      "all('.step').filter(step => step.offsetParent).map(step => step.id).join(' ')", in: page
    ).split(separator: " ").map(String.init)
  }

  private func isSeen(_ selector: String) throws -> Bool {
    try browser.evaluate(
      "String(!!document.querySelector('\(selector)').offsetParent)", in: page) == "true"
  }

  @Test func `a wrong answer and a right one are there again tomorrow`() throws {
    #expect(try seen() == ["the-app-stands-still"])
    let answer = "#the-app-stands-still .answer"
    #expect(try !isSeen(answer))
    try browser.click("#the-app-stands-still [data-key=some]", in: page)
    let verdict = try text("#the-app-stands-still .verdict")
    #expect(verdict.hasPrefix("No: in every order (1 of 1). Right if"))
    #expect(try isSeen(answer))
    #expect(try !isSeen(answer + " .truth"), "it is said already")
    for _ in 1...2 { try browser.click(".step.open:not(:has(~ .step.open)) [data-next]", in: page) }
    #expect(try seen().last == "one-wait-becomes-a-message")
    try browser.click("#one-wait-becomes-a-message [data-key=never]", in: page)
    #expect(try text("#one-wait-becomes-a-message .verdict").hasPrefix("Right: never"))

    try browser.reload(in: page)
    #expect(try seen().count == 3)
    #expect(try text("#the-app-stands-still .verdict").hasPrefix("No: in every order"))
    #expect(try text("#one-wait-becomes-a-message .verdict").hasPrefix("Right: never"))
    try browser.click("[data-forget]", in: page)
    while (try? seen().count) != 1 {}
    #expect(try text("#the-app-stands-still .verdict") == "")
  }

  @Test func `keys answer, play the order and go on`() throws {
    try browser.press("3", in: page)
    #expect(try text("#the-app-stands-still .verdict").hasPrefix("Right: in every order"))
    for _ in 1...20 { try browser.press("ArrowRight", in: page) }
    #expect(try text("#the-app-stands-still .said").hasPrefix("Step 5 of 5."))
    #expect(try isSeen("#the-app-stands-still .player .end"))
    try browser.press("Enter", in: page)
    #expect(try seen().last == "the-rule")
    try browser.press("Enter", in: page)
    #expect(try seen().last == "one-wait-becomes-a-message")
    // Here something is asked, which Enter does not answer.
    try browser.press("Enter", in: page)
    #expect(try seen().count == 3)
  }

  /// Opens the step in which the reader is the scheduler.
  private func goToMake() throws {
    try browser.evaluate("location.hash = '#make-it-hang'", in: page)
    while try seen().last != "make-it-hang" {}
  }

  private func said() throws -> String { try text("#make-it-hang .said") }

  @Test func `Make it hang is played to its end by mouse`() throws {
    try goToMake()
    #expect(try !isSeen("#make-it-hang .answer"))
    // One thread alone to its end, and the other: no hang.
    for _ in 1...6 { try browser.click("#make-it-hang [data-thread='0']", in: page) }
    for _ in 1...6 { try browser.click("#make-it-hang [data-thread='1']", in: page) }
    #expect(try said().contains("It ended as done") || said().contains("has nothing to do"))
    #expect(try text("#make-it-hang .end p").hasPrefix("done: "))
    try browser.click("#make-it-hang [data-again]", in: page)
    for thread in [0, 1] {
      try browser.click("#make-it-hang [data-thread='\(thread)']", in: page)
    }
    #expect(try text("#make-it-hang .lanes .turn") == Timeline.noReturn)
    // Then there is no choice any more.
    try browser.click("#make-it-hang [data-thread='1']", in: page)
    #expect(try said() == "You made it: hang.")
    #expect(try isSeen("#make-it-hang .end figure:not([hidden])"))
    #expect(try isSeen("#make-it-hang .answer"))
    #expect(try text("#make-it-hang .threads").contains("cannot go on: "))
  }

  @Test func `Make it hang is played to its end by keys, with a hint and steps back`() throws {
    try goToMake()
    try browser.press("2", in: page)
    try browser.press("2", in: page)
    try browser.press("h", in: page)
    #expect(try said().contains("Take a step back"))
    try browser.press("u", in: page)
    var steps = 0
    while try said() != "You made it: hang.", steps < 12 {
      try browser.press("h", in: page)
      let thread = try said().contains("importer") ? "1" : "2"
      try browser.press(thread, in: page)
      steps += 1
    }
    #expect(try said() == "You made it: hang.")
    #expect(try text("#make-it-hang [data-next]") == "Next")
  }

  @Test func `paper has every step with its options and answers, and the screen folds them again`()
    throws
  {
    try browser.look(as: BrowserTalk.Reader(medium: "print"), in: page)
    try browser.evaluate("dispatchEvent(new Event('beforeprint'))", in: page)
    let steps = try #require(Catalogue.shipped.chapter("deadlocks")).path
    #expect(try seen() == steps.map(\.id))
    let hidden = try browser.evaluate(
      """
      all('.question .answer, .options button[data-key]').filter(each => !each.offsetParent)
        .concat(all('.bar, .contents, [data-next]').filter(each => each.offsetParent))
        .map(each => each.className || each.textContent).join(', ')
      """, in: page)
    #expect(hidden == "")
    try browser.evaluate("dispatchEvent(new Event('afterprint'))", in: page)
    try browser.look(as: BrowserTalk.Reader(), in: page)
    #expect(try seen() == ["the-app-stands-still"])
    #expect(try !isSeen("#the-app-stands-still .answer"))
  }

  @Test func `without scripts everything is there`() throws {
    try browser.look(as: BrowserTalk.Reader(runsScripts: false), in: page)
    _ = try browser.ask("Page.reload", [:], in: page)
    let steps = try #require(Catalogue.shipped.chapter("deadlocks")).path
    let last = try #require(steps.last).title
    var tree = try browser.accessible(in: page)
    // Nothing in the page can say when it is there.
    for _ in 1...500 where !tree.contains(where: { $0.role == "heading" && $0.name == last }) {
      tree = try browser.accessible(in: page)
    }
    for step in steps {
      #expect(tree.contains { $0.role == "heading" && $0.name.hasPrefix(step.title) })
    }
    #expect(!tree.contains { $0.role == "button" && $0.name == "Next" })
  }
}
