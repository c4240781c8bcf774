internal import WorkbookKit

/// The programs themselves.
extension Session {
  /// From the bug to a fix, line by line.
  func fix(_ target: Target) throws -> ExitStatus {
    let (scenario, variant) = try variant(target)
    guard let bug = scenario.variant("bug"), let change = scenario.change(from: bug, to: variant)
    else { throw Self.sourceIsMissing(scenario) }
    console.show(TextLine(scenario.title, .heading) + TextLine("  \(scenario.id)", .faint))
    console.tell("\(variant.name): \(variant.idea)")
    console.show(change.picture(width: console.width))
    let others = scenario.variants.map(\.name).filter { $0.hasPrefix("fix") && $0 != variant.name }
    if !others.isEmpty { console.tell("Also: \(others.joined(separator: ", "))", .faint) }
    suggest("explore \(scenario.id) \(variant.name)")
    return .done
  }

  /// A program as it is written, and the rest of its file.
  func source(_ target: Target) throws -> ExitStatus {
    let (scenario, variant) = try variant(target)
    guard let excerpt = SourceExcerpt(of: variant) else { throw Self.sourceIsMissing(scenario) }
    console.show(TextLine(excerpt.file, .heading) + TextLine("  \(variant.name)", .faint))
    console.show(excerpt.picture(width: console.width))
    let helpers = variant.linesBelowScenario()
    if !helpers.isEmpty {
      console.tell("What it uses of the same file:", .faint)
      console.show(
        helpers.flatMap { $0.wrappedCode(to: console.width - 2) }.map { TextLine("  " + $0, .code) }
      )
    }
    suggest("explore \(scenario.id) \(variant.name)")
    return .done
  }

  private static func sourceIsMissing(_ scenario: Scenario) -> CommandFailure {
    CommandFailure(
      problem: "the source of '\(scenario.id)' is not here",
      wayOut: "start the workbook from inside the package", status: .fault)
  }
}
