import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// Pages as a browser shows them, on a projector and on a telephone.
@Suite(
  .enabled(if: Browser.path != nil, "chromium is not installed: apt-get install chromium"),
  .long, .serialized)
struct BrowserTests {
  static let windows = [(1280, 720), (390, 844)]
  /// Two lanes and a circle, three lanes and an ID, four lanes and many steps.
  static let scenarios = [
    "deadlocks/crossed", "temporary-ids/not-yet-a-row", "confinement/hears-too-much",
  ]

  @Test(arguments: scenarios, windows)
  func `a page asks, then every step of every order is in view, and nothing overlaps`(
    _ id: String, _ window: (Int, Int)
  ) throws {
    let scenario = try #require(Catalogue.shipped.scenario(id))
    let html = try ScenarioSheet(scenario.bug).html
    let visit = try Browser(width: window.0, height: window.1).visit(html, Self.walk)
    #expect(visit.complaints == [])
    #expect(visit.report["before"] == ["hidden"])
    #expect(visit.report["verdict"]?.first?.hasPrefix("Right: ") == true)
    #expect(visit.report["fault"] == nil, "\(visit.report["fault"] ?? [])")
    var steps: [String] = []
    for variant in scenario.variants {
      let result = try Experiment(scenario, variant).explore(forStory: true)
      for example in try result.examples() {
        steps += Timeline(of: example.run).steps.map(\.sentence)
      }
    }
    let seen = visit.report["step"] ?? []
    #expect(seen.count == steps.count)
    for (said, step) in zip(seen, steps) { #expect(said.contains(step)) }
  }

  @Test func `a page that is too wide, or covers itself, is found out`() throws {
    let scenario = try #require(Catalogue.shipped.scenario("deadlocks/crossed"))
    let html = try ScenarioSheet(scenario.bug).html
    let broken = html.replacing(
      "</style>", with: ".deed{width:900px;margin-top:-9px!important}</style>")
    let visit = try Browser(width: 390, height: 844).visit(broken, Self.walk)
    let faults = visit.report["fault"] ?? []
    #expect(faults.contains { $0.contains("overlaps") })
    #expect(faults.contains { $0.contains("out of view") })
  }

  @Test func `a script from elsewhere is refused and heard`() throws {
    let html = try ScenarioSheet(Scenario.hostile.bug).html
      .replacing("</body>", with: "<img src=\"https://example.org/a.png\"></body>")
    let visit = try Browser(width: 1280, height: 720).visit(html, "")
    #expect(visit.complaints.contains { $0.contains("img-src") })
  }

  @Test func `names that try to be markup do nothing`() throws {
    let html = try ScenarioSheet(Scenario.hostile.bug).html
    let script = "window.alert = () => tell('fault', 'alerted');" + Self.walk
    let visit = try Browser(width: 1280, height: 720).visit(html, script)
    #expect(visit.complaints == [])
    #expect(visit.report["fault"] == nil, "\(visit.report["fault"] ?? [])")
    #expect(visit.report["verdict"]?.first?.hasPrefix("Right: ") == true)
  }

  @Test(arguments: ["deadlocks", "basics"], windows)
  func `a chapter's page is answered in the page, and is as wide as the window`(
    _ id: String, _ window: (Int, Int)
  ) throws {
    let chapter = try #require(Catalogue.shipped.chapter(id))
    let html = try ChapterSheet(chapter).html()
    let script = """
      if (document.documentElement.scrollWidth > innerWidth + 1)
        tell('fault', 'the page is ' + document.documentElement.scrollWidth + ' wide');
      for (const question of all('.question')) {
        const fold = question.querySelector('details');
        const step = question.closest('.step');
        if (getComputedStyle(step).display === 'none') tell('fault', 'still hidden: ' + step.id);
        if (fold && fold.open) tell('fault', 'shown unasked: ' + question.textContent);
        const buttons = all('.options button[data-key]', question);
        const wrong = buttons.find(button => !('right' in button.dataset));
        const right = buttons.find(button => 'right' in button.dataset);
        for (const button of [wrong, right]) {
          if (!button) continue;
          button.focus();
          if (document.activeElement !== button) tell('fault', 'no focus');
          button.click();
          tell(button === right ? 'right' : 'wrong',
            question.querySelector('.verdict').textContent);
        }
        if (buttons.length && fold && !fold.open) tell('fault', 'still folded');
        const next = step.querySelector('[data-next]');
        if (next.textContent !== 'Next') next.click();
        next.click();
        const last = () => all('.step.open').pop();
        while (!last().querySelector('.question') && !last().querySelector('[data-next]').hidden)
          last().querySelector('[data-next]').click();
      }
      for (const text of all('p, li, h1, h2, button'))
        if (text.offsetParent && text.scrollWidth > text.clientWidth + 2
          && getComputedStyle(text).display !== 'inline')
          tell('fault', 'cut off: ' + text.textContent.slice(0, 60));
      """
    let visit = try Browser(width: window.0, height: window.1).visit(html, script)
    #expect(visit.complaints == [])
    #expect(visit.report["fault"] == nil, "\(visit.report["fault"] ?? [])")
    let single = chapter.path.compactMap(\.question)
      .filter { !$0.takesSeveral && !$0.options.isEmpty }
    let promises = chapter.path.compactMap(\.promise)
    #expect(visit.report["right"]?.count == single.count + promises.count)
    #expect(visit.report["right"]?.allSatisfy { $0.hasPrefix("Right") } == true)
    #expect(visit.report["wrong"]?.allSatisfy { $0.hasPrefix("No") } == true)
  }

  /// Answers with a key, then goes through every order with keys alone and looks where things are.
  private static let walk = """
    const press = key =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const box = element => element.getBoundingClientRect();
    const place = element => element.textContent.trim().slice(0, 40);
    const isSeen = element => {
      const at = box(element), bar = box(document.querySelector('.bar'));
      const frame = element.closest('.scroll') ? box(element.closest('.scroll')) : at;
      return at.width > 0 && at.left >= -1 && at.right <= innerWidth + 1
        && at.top >= Math.max(-1, frame.top - 1) && at.bottom <= bar.top + 1
        && at.bottom <= frame.bottom + 1;
    };
    const lie = (one, other) => {
      const a = box(one), b = box(other);
      return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    const look = () => {
      if (document.documentElement.scrollWidth > innerWidth + 1)
        tell('fault', 'the page is ' + document.documentElement.scrollWidth + ' wide');
      for (const text of all('.deed, h1, h2, h3, button, .line, td')) {
        if (text.offsetParent && text.scrollWidth > text.clientWidth + 2
          && getComputedStyle(text).display !== 'inline')
          tell('fault', 'cut off: ' + place(text));
      }
      const blocks = all('.run:not([hidden]) .deed, .run:not([hidden]) .turn');
      blocks.forEach((one, index) => blocks.slice(index + 1).forEach(other => {
        if (lie(one, other)) tell('fault', place(one) + ' overlaps ' + place(other));
      }));
    };
    tell('before', document.getElementById('orders').hidden ? 'hidden' : 'shown');
    const options = all('.options button[data-key]');
    press(String(options.findIndex(option => 'right' in option.dataset) + 1));
    tell('verdict', document.querySelector('.verdict').textContent);
    look();
    all('[role=tab]').forEach((tab, index) => {
      tab.click();
      press('Home');
      const open = document.querySelector('.run:not([hidden])');
      const steps = all('.lanes > li', open);
      steps.forEach((step, number) => {
        if (number > 0) press('ArrowRight');
        const now = open.querySelector('[aria-current=step]');
        if (now !== step) tell('fault', 'at another step than ' + (number + 1));
        if (!isSeen(step.querySelector('.deed'))) {
          const at = box(step.querySelector('.deed'));
          tell('fault', index + '.' + (number + 1) + ' out of view, ' + JSON.stringify(at));
        }
        tell('step', document.querySelector('.said').textContent);
      });
      for (const head of all('.heads b', open))
        if (innerWidth > 760 && !isSeen(head)) tell('fault', place(head) + ' out of view');
      if (open.querySelector('.end').hidden) tell('fault', 'no end of ' + index);
      look();
    });
    """
}
