internal import Foundation

/// What trying a file gave, with the simplest order of each finding and what was not looked at.
public struct TryPage: Page {
  public let report: TryReport
  private let source: TriedSource
  private let names: ControlledNames

  public init(
    _ report: TryReport, of source: TriedSource, _ options: TryOptions = TryOptions(),
    at workplace: PackageLocation = .here
  ) {
    self.report = report
    self.source = source
    names = ControlledNames(
      for: source, at: workplace, allowsUncontrolled: options.allowsUncontrolled)
  }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    var lines = TextLine.paragraph(summary, .strong, width: width)
    if let reason = report.reason { lines += TextLine.paragraph(reason, .warning, width: width) }
    for finding in report.findings {
      lines += self.lines(finding, width: width, isAccessible: isAccessible)
    }
    lines += report.printed?.lines(of: orderThatPrints) ?? []
    lines += endings(width: width)
    for warning in report.warnings { lines += TextLine.paragraph(warning, .warning, width: width) }
    for sentence in claims { lines += TextLine.paragraph(sentence, .faint, width: width) }
    return lines
  }

  public var json: JSONValue {
    var facts = (try? JSONValue(encoding: report)) ?? [:]
    facts["seen"] = .array(names.seen.map(JSONValue.string))
    return .report("try", facts)
  }

  private var orderThatPrints: String {
    switch report.findings.count(where: { $0.code != nil }) {
    case 0: "one of the orders"
    case 1: "this order"
    default: "the first of these orders"
    }
  }

  // MARK: The claim

  private var summary: String {
    let extent = report.isExhaustive ? ", all of them" : ""
    let counts = TryReport.Finding.Kind.allCases.compactMap { kind in
      let count = report.findings.count { $0.kind == kind }
      return count == 0 ? nil : kind.counted(count)
    }
    let ways = report.endings.count
    let endings = ways > 1 ? [ways.of("ending")] : []
    let found = counts + endings
    let nothing = report.isExhaustive ? "nothing found" : "nothing found so far"
    return "\(report.orders.of("order"))\(extent): "
      + (found.isEmpty || counts.isEmpty ? [nothing] + endings : found).joined(separator: ", ")
  }

  /// Which the language's library follows, out of our sight.
  private var usesKeyPaths: Bool {
    ["keyPath", "dynamicMemberLookup", "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath"]
      .contains(where: source.uses)
  }

  private var claims: [String] {
    var claims: [String] = []
    let seen = names.seen
    claims.append(
      "Seen: " + (seen.isEmpty ? "the threads of the stage" : seen.joined(separator: ", "))
        + (report.seesMemory ? ", and each access of the code to memory." : "."))
    claims.append(
      "Not seen: " + (report.seesMemory ? "" : "the variables of the code, between these; ")
        + (source.uses("weak") || source.uses("deinit")
          ? "when the last reference to an object goes; " : "")
        + (usesKeyPaths ? "what is read and written through key paths; " : "")
        + "what happens inside Foundation and other libraries; weak memory.")
    if !names.allowed.isEmpty {
      claims.append(
        "Used though it is not controlled: \(names.allowed.joined(separator: ", ")); what it does "
          + "is not put in another order.")
    }
    let fixed = ["Date", "UUID", "random", "shuffled", "randomElement", "Set", "Dictionary"]
    if fixed.contains(where: source.uses) {
      claims.append(
        "Fixed in each run: the clock, which begins at 2025-01-01 09:00 and goes by virtual time; "
          + "chance; the seeds of hashes.")
    }
    if ["sleep", "asyncAfter", "scheduledTimer", "makeTimerSource"].contains(where: source.uses) {
      claims.append(
        "Any thread or task may be late: what one of them has set for later may come before what "
          + "another has set for sooner.")
    }
    let kept = ["FileManager", "URLCache"].filter(source.uses)
    if !kept.isEmpty {
      claims.append(
        "Kept from one run to the next: what \(kept.joined(separator: " and ")) stores. Globals and "
          + "statics of the code are fresh in each run.")
    }
    let timers = ["Timer", "DispatchSourceTimer", "makeTimerSource", "publish"]
    if source.uses("repeating") || source.uses("repeats"), timers.contains(where: source.uses) {
      claims.append("A timer that repeats fires three times.")
    }
    return claims
  }

  // MARK: The findings

  private func lines(
    _ finding: TryReport.Finding, width: Int, isAccessible: Bool
  ) -> [TextLine] {
    let word = finding.kind.rawValue
    let isSentence = finding.sentence.hasSuffix(".")
    let orders = finding.orders.map { count in
      let share = "in \(count) of \(report.orders.of("order"))"
      return isSentence ? " So it is \(share)." : " \(share)"
    }
    let first = TextLine.paragraph(finding.sentence + (orders ?? ""), width: width - 8)
    var lines: [TextLine] = [.blank]
    lines += first.enumerated().map { index, line in
      TextLine(index == 0 ? word : "", .bad).padded(to: 8) + line
    }
    if let advice = finding.advice { lines += TextLine.paragraph(advice, width: width) }
    if let timeline = finding.timeline, !timeline.steps.isEmpty {
      let turningPoint = timeline.turningPoint.map { TextLine.paragraph($0, width: width) } ?? []
      lines +=
        isAccessible
        ? timeline.sentences + turningPoint
        : [.blank]
          + timeline.picture(width: width, remarks: turningPoint) {
            source.lines(in: timeline, width: $0)
          }
    }
    if !finding.lastSteps.isEmpty {
      lines.append(TextLine("The last steps before it:", .faint))
      lines += finding.lastSteps.map { TextLine($0) }
    }
    if let cycle = finding.cycle {
      lines +=
        isAccessible
        ? cycle.sentences : [.blank] + cycle.explained(width: width, beside: finding.timeline)
    }
    return lines + (isAccessible || finding.timeline == nil ? [] : [.blank])
  }

  private func endings(width: Int) -> [TextLine] {
    guard report.endings.count > 1 else { return [] }
    let rows = report.endings.map { ending in
      TextLine("  \(ending.orders) of \(report.orders)  \(ending.words)")
    }
    let question =
      report.findings.isEmpty
      ? ["Are all of these right? Say so with s.expect(\"...\") { ... }."] : []
    return [TextLine("It ends like this:", .faint)] + rows
      + question.flatMap { TextLine.paragraph($0, width: width) }
  }
}

extension TryReport.Finding.Kind {
  fileprivate func counted(_ count: Int) -> String {
    switch self {
    case .race: count.of("race")
    case .hang: count.of("hang")
    case .trap: count.of("trap")
    case .error: count.of("error")
    case .offQueue: "\(count) \(count == 1 ? "use" : "uses") off the queue"
    case .broken: "\(count) broken \(count == 1 ? "expectation" : "expectations")"
    }
  }
}

extension TriedSource {
  /// The lines of each file that had a part in a run.
  fileprivate func lines(in timeline: Timeline, width: Int) -> [TextLine] {
    let parts = zip(files, texts).map { file, text in
      AnswerLines(file: file.lastPathComponent, text: text, in: timeline).picture(width: width)
    }
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }
}
