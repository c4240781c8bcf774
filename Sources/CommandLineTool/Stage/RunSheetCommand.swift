internal import WorkbookKit

/// Demos, exercises and breaks for so much time, who does what, and what to cut:
/// `teach CHAPTER... --goal hang --minutes 90`
struct RunSheetCommand: Command {
  var minutes: Int
  var chapters: [String] = []
  var goal: WorkshopGoal?

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let named = try chapters.map { try session.catalogue.chapter(named: $0).id }
    if let mute = try named.first(where: {
      demoSteps(of: try session.catalogue.chapter(named: $0)).isEmpty
    }) {
      throw CommandFailure(
        problem: "chapter '\(mute)' has no demo", wayOut: "name chapters that have one",
        status: .usage)
    }
    let order = named + (goal?.chapters ?? WorkshopGoal.usual)
    let book = session.catalogue.chapters.filter { !demoSteps(of: $0).isEmpty }
    let wanted = order.compactMap { id in book.first { $0.id == id } }
    let chapters = (wanted + book).map(material).uniqued()
    guard let sheet = RunSheet(minutes: minutes, chapters: chapters, leading: named) else {
      throw UsageError.badValue(
        "\(minutes)", of: "--minutes", expected: RunSheet.limits(chapters, leading: named))
    }
    show(sheet, session.console)
    return .done
  }

  private func show(_ sheet: RunSheet, _ console: Console) {
    let goal = goal.map { " about \($0.rawValue)" } ?? ""
    console.show(TextLine("A workshop of \(minutes) minutes\(goal)", .heading))
    var clock = 0
    let widest = sheet.items.map(\.who.cells).max() ?? 0
    for item in sheet.items {
      let head =
        TextLine(Self.time(clock), .faint) + TextLine(item.who, .strong).padded(to: widest)
        + TextLine("  ")
      console.show((head + TextLine(item.words)).wrapped(to: console.width, rest: "        "))
      clock += item.minutes
    }
    console.show(TextLine(Self.time(clock) + "the end", .faint))
    console.tell("To cut, in this order: \(sheet.cuts.joined(separator: "; ")).")
    console.tell("The evening before: doctor --room. What to say: teach CHAPTER.", .faint)
  }

  /// `  45  `
  private static func time(_ minutes: Int) -> String {
    String(repeating: " ", count: max(0, 4 - "\(minutes)".count)) + "\(minutes)  "
  }

  private func demoSteps(of chapter: Chapter) -> [Step] {
    chapter.path.filter { $0.stage != nil }
  }

  private func material(_ chapter: Chapter) -> RunSheet.Material {
    RunSheet.Material(
      number: chapter.number, chapter: chapter.id,
      minutes: demoSteps(of: chapter).reduce(0) { $0 + ($1.stage?.minutes ?? 0) },
      exercises: chapter.exercises)
  }
}

extension Array where Element: Hashable {
  /// Each once, where it stands first.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// What a workshop is held for: which chapters come first into its time.
enum WorkshopGoal: String, CaseIterable {
  case hang
  case lostData = "lost-data"
  case staleScreen = "stale-screen"
  case swift6 = "swift-6"

  /// The chapters that serve it, the most useful first; the others of the book come behind.
  var chapters: [String] {
    switch self {
    case .hang: ["deadlocks", "problems", "nested-contexts", "swift-concurrency"]
    case .lostData: ["conflicts", "nested-contexts", "temporary-ids", "basics"]
    case .staleScreen: ["live-lists", "confinement", "nested-contexts"]
    case .swift6: ["swift-concurrency", "problems", "deadlocks", "confinement"]
    }
  }

  /// Without a goal: what most apps meet.
  static let usual = ["problems", "deadlocks", "nested-contexts", "conflicts", "live-lists"]
}
