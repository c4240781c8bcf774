internal import WorkbookKit

/// From the bug to a fix, line by line.
struct FixCommand: Command {
  var target: Target

  static let syntax = Syntax(
    name: "fix", aliases: ["diff"], operands: [.required(.scenario), .optional(.variant)],
    summary: "how the bug becomes right, as a change of its lines",
    details: "Without a variant, the first fix; with one, the way from the bug to it.",
    examples: ["fix deadlocks/crossed", "fix deadlocks/crossed fix-apart"],
    make: { Self(target: Target(scenario: $0[0] ?? "", variant: $0[1] ?? "fix")) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let (scenario, variant) = try session.bookmark.variant(target)
    guard let bug = scenario.variant("bug"), let change = scenario.change(from: bug, to: variant)
    else { throw scenario.sourceIsMissing }
    console.show(TextLine(scenario.title, .heading) + TextLine("  \(scenario.id)", .faint))
    console.tell("\(variant.name): \(variant.idea)")
    console.show(change.picture(width: console.width))
    let others = scenario.variants.map(\.name).filter { $0.hasPrefix("fix") && $0 != variant.name }
    if !others.isEmpty { console.tell("Also: \(others.joined(separator: ", "))", .faint) }
    session.onward.suggest("explore \(scenario.id) \(variant.name)")
    return .done
  }
}
