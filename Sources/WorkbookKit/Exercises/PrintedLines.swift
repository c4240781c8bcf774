/// What a program printed: its first lines and its last ones.
public struct PrintedLines: Sendable, Hashable, Codable {
  public private(set) var first: [String] = []
  public private(set) var last: [String] = []
  /// How many there were between the two.
  public private(set) var skipped = 0

  /// How many are kept at either end.
  private static let kept = 20
  static let longest = 400

  init() {}

  /// Those of a text.
  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { append(line) }
    if text.hasSuffix("\n") { dropEnd() }
  }

  mutating func append(_ line: some StringProtocol) {
    let line = String(line.prefix(Self.longest))
    guard first.count == Self.kept else { return first.append(line) }
    if last.count == Self.kept {
      last.removeFirst()
      skipped += 1
    }
    last.append(line)
  }

  private mutating func dropEnd() {
    if last.isEmpty { _ = first.popLast() } else { last.removeLast() }
  }

  public var isEmpty: Bool { first.isEmpty }

  /// As they are shown.
  var lines: [String] {
    skipped == 0 ? first + last : first + ["... \(skipped.of("line")) more ..."] + last
  }

  /// The same, under a sentence that says of which order they are.
  func lines(of order: String) -> [TextLine] {
    [TextLine("In \(order) it prints:")] + lines.map { TextLine("  \($0)", .code) }
  }
}
