internal import Foundation

extension Scenario {
  /// How the program of one variant becomes that of another; nil where the source is not here.
  public func change(from one: Variant, to other: Variant) -> LineDiff? {
    guard let old = SourceExcerpt(of: one), let new = SourceExcerpt(of: other) else { return nil }
    let text = { (excerpt: SourceExcerpt) in
      excerpt.lines.map(\.text).joined(separator: "\n")
    }
    return LineDiff(from: text(old), to: text(new))
  }
}

extension Variant {
  /// The lines below the declaration of its scenario, which the variants share.
  public func linesBelowScenario() -> [String] {
    guard let text = try? String(contentsOfFile: source.path, encoding: .utf8) else { return [] }
    let lines = text.lines
    guard let end = lines.dropFirst(source.line).firstIndex(of: "}") else { return [] }
    let below = lines[(end + 1)...].drop { $0.isEmpty }
    return below.reversed().drop { $0.isEmpty }.reversed()
  }
}
