internal import Interleaving
internal import StyledText
internal import WorkbookKit

/// The page in front of the book: what it is, a deadlock to look at, the chapters, and the doors.
struct FrontSheet {
  private let chapters: [ChapterSheet]
  private let tracks: [Track]

  init(_ chapters: [ChapterSheet], _ tracks: [Track]) {
    self.chapters = chapters
    self.tracks = tracks
  }

  func html() throws -> String {
    PageShell.page(
      title: "Core Data Concurrency, a workbook",
      ["<main class=\"front\">", opening, try hang(), list, ways, doors, "</main>"])
  }

  private var opening: Markup {
    let start = chapters.first.map {
      "<p><a class=\"start\" href=\"\($0.file)\">Start here: \($0.chapter.title)</a></p>" as Markup
    }
    return """
      <h1>Core Data Concurrency, a workbook</h1>
      <p class="lead">For people who write Core Data code, and have seen it hang, lose a change or \
      show what was. Small programs go wrong before your eyes. You say beforehand whether they can; \
      then every order of their events is tried, so a bug shows up every time and a repair is \
      proved rather than lucky.</p>
      <p>These pages are the whole book. They work from a disk, without a network, and keep your \
      answers in this browser only. What is right was explored when they were made.</p>
      \(start ?? "")
      """
  }

  // MARK: The deadlock

  private static let shownHang = "deadlocks/crossed"

  private func hang() throws -> Markup {
    let scenarios = chapters.flatMap(\.chapter.scenarios)
    guard let scenario = scenarios.first(where: { $0.id == Self.shownHang }),
      let bug = scenario.variant("bug"),
      let home = chapters.first(where: { $0.chapter.id == scenario.chapter })
    else { return "" }
    let experiment = Experiment(scenario, bug)
    let result = try experiment.explore(forStory: true)
    guard let failure = result.simplestFailure else { return "" }
    let all = result.exploration.schedules
    let failing = result.table().failing
    let run = RunMarkup(
      shown: ShownRun(experiment, failure),
      title: failing == 1
        ? "1 of \(all.of("order")) goes wrong: this one"
        : "\(failing) of \(all.of("order")) go wrong: one of them", detail: .lastObjects)
    let tab = PlayerMarkup.Tab(label: "", run: run)
    return """
      <section aria-labelledby="ten-seconds"><h2 id="ten-seconds">A hang in ten seconds</h2>
      <p>\(scenario.question)</p>
      \(PlayerMarkup([tab], id: "hang", seconds: 10).markup)
      <p>Why it hangs, and which repairs only look like one: \
      <a href="\(home.file)">\(home.chapter.title)</a>.</p></section>
      """
  }

  // MARK: The chapters

  private var list: Markup {
    let items = chapters.map { sheet in
      let rule = sheet.rule.map { "<blockquote>\(Markup($0))</blockquote>" as Markup } ?? ""
      return """
        <li><h3><a href="\(sheet.file)">\(sheet.chapter.title)</a></h3>
        <p>\(sheet.chapter.summary)</p>\(rule)<p class="faint">\(sheet.length) \
        <span data-progress="\(sheet.chapter.id)" data-steps="\(sheet.path.count)"></span></p></li>
        """ as Markup
    }
    return """
      <section aria-labelledby="chapters"><h2 id="chapters">\
      \(chapters.count.of("chapter")), a rule each</h2><ol class="chapters">\(items)</ol></section>
      """
  }

  private var ways: Markup {
    let items = tracks.compactMap { track -> Markup? in
      guard let first = track.steps.first?.split(separator: "/"), first.count == 2,
        let sheet = chapters.first(where: { $0.chapter.id == String(first[0]) })
      else { return nil }
      return """
        <li><strong>\(track.title)</strong>: \(track.minutes) minutes, from \
        <a href="\(sheet.file)#\(String(first[1]))">\(sheet.chapter.title)</a> on; at the prompt, \
        <code>track \(track.name)</code> leads through it</li>
        """
    }
    guard !items.isEmpty else { return "" }
    return """
      <section aria-labelledby="ways"><h2 id="ways">Or begin with what you have</h2>
      <ul>\(items)</ul></section>
      """
  }

  private var doors: Markup {
    let items = Door.all.map { door in
      """
      <li><p>\(door.words)</p><pre tabindex="0">\(door.command)</pre></li>
      """ as Markup
    }
    return """
      <section aria-labelledby="doors"><h2 id="doors">Try it on your machine</h2>
      <p>At its prompt you run, step and change the programs yourself, and repair exercises that \
      are judged over every order. From the folder of the workbook:</p>
      <ul class="doors">\(items)</ul>
      <p>Visual Studio Code and hosted codespaces open the folder in a container by themselves; \
      type <code>swift run workbook</code> in its terminal.</p></section>
      """
  }
}

extension ChapterSheet {
  /// What its rule says in its first, strong sentences.
  fileprivate var rule: TextLine? {
    guard
      let text = path.first(where: { $0.id == "the-rule" })?.shown.lazy.compactMap(\.prose).first,
      case .paragraph(let line)? = Markdown.parse(text).first
    else { return nil }
    let words = line.spans.prefix { $0.role == .strong || $0.role == .code }
    return words.isEmpty
      ? nil : TextLine(words.map { TextSpan($0.text, $0.role == .code ? .code : .plain) })
  }
}
