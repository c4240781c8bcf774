/// What people type and the compiler refuses, so that no order of it can be tried.
///
///     RefusedProgram(
///       "captured", diagnostic: "capture of 'room' with non-Sendable type 'Room' in ...",
///       source: """
///         func leave(_ room: Room) {
///           let block: @Sendable () -> String = { room.name }
///         }
///         """)
public struct RefusedProgram: Sendable, Hashable {
  public let name: String
  /// What the compiler says first; a test has it say so.
  public let diagnostic: String
  /// A whole file but for its imports.
  public let source: String
  /// Whether what is unmarked belongs to the main actor in this module.
  public let isMainByDefault: Bool

  public init(
    _ name: String, isMainByDefault: Bool = false, diagnostic: String, source: String
  ) {
    self.name = name
    self.isMainByDefault = isMainByDefault
    self.diagnostic = diagnostic
    self.source = source
  }

  /// What lessons keep of it: the lines that are about the question, which are those inside of a
  /// declaration, and what the compiler says.
  func printed(width: Int) -> [String] {
    let inside = source.lines.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    let words = TextLine.paragraph("error: \(diagnostic)", width: width - 2).map(\.trimmed.text)
    return inside + words.enumerated().map { $0 == 0 ? $1 : "  \($1)" }
  }
}
