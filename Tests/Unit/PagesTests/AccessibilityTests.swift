import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// Rules of accessibility, asked of pages with everything in them shown.
@Suite(
  .enabled(if: Browser.path != nil, "chromium is not installed: apt-get install chromium"),
  .long, .serialized)
struct AccessibilityTests {
  static let readers = [
    (390, "light"), (390, "dark"), (768, "light"), (1280, "light"), (1280, "dark"),
  ]

  /// Every question answered, every order at a step in the middle, everything unfolded.
  private static let showAll = """
    for (const button of all('[data-all]')) button.click();
    for (const next of all('[data-next]')) if (next.textContent !== 'Next') next.click();
    for (const question of all('.question')) {
      const wrong = question.querySelector('.options button:not([data-right])');
      if (wrong) wrong.click();
    }
    for (const step of all('[data-go="1"]')) step.click();
    for (const thread of all('[data-thread]')) thread.click();
    for (const fold of all('details')) fold.open = true;
    ''
    """

  private func faults(_ html: String, _ width: Int, _ scheme: String) throws -> [Substring] {
    let browser = try BrowserTalk(width: 1280, height: 800)
    let page = try browser.open(html)
    try browser.look(as: BrowserTalk.Reader(width: width, scheme: scheme), in: page)
    try browser.evaluate(Self.showAll, in: page)
    return try browser.evaluate(AccessibilityRules.script, in: page).split(separator: "\n")
  }

  @Test(arguments: readers)
  func `the front and a chapter keep every rule`(_ width: Int, _ scheme: String) throws {
    for name in ["index.html", "deadlocks.html"] {
      let faults = try faults(ShippedBook.page(name), width, scheme)
      #expect(faults == [], "\(name)")
    }
  }

  @Test func `every chapter keeps every rule on a telephone`() throws {
    for file in try ShippedBook.files.get() {
      let faults = try faults(file.html, 390, "dark")
      #expect(faults == [], "\(file.name)")
    }
  }

  @Test(arguments: [(390, "dark"), (1280, "light")])
  func `a page of one scenario keeps every rule`(_ width: Int, _ scheme: String) throws {
    let scenario = try #require(Catalogue.shipped.scenario("confinement/hears-too-much"))
    #expect(try faults(ScenarioSheet(scenario.bug).html, width, scheme) == [])
  }

  @Test(arguments: [
    ("<h1>Two</h1>", "page-has-heading-one"), ("<h5>Deep</h5>", "heading-order"),
    ("<p style='color:#999;background:#fff'>Pale</p>", "color-contrast"),
    ("<p style='opacity:.4'>Pale</p>", "color-contrast"),
    ("<button></button>", "button-name"), ("<div style='width:2000px'>Wide</div>", "reflow"),
    ("<input>", "label"), ("<p tabindex='3'>First</p>", "tabindex"),
    ("<p aria-labelledby='nothing'>Named</p>", "aria-valid-attr-value"),
    ("<p id='hang'>Again</p>", "duplicate-id"), ("<ul><p>No item</p></ul>", "list"),
    ("<button style='min-height:0;height:12px;padding:0'>Small</button>", "target-size"),
  ])
  func `a page that breaks a rule is found out`(_ html: String, _ rule: String) throws {
    let front = try ShippedBook.page("index.html")
    let broken = front.replacing("</main>", with: html + "</main>")
    let faults = try faults(broken, 390, "light")
    #expect(faults.contains { $0.hasPrefix(rule + ": ") }, "\(faults)")
  }
}
