/// A line of source code, as a report shows it: `Chat.swift:12`.
public struct SourcePlace: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// The file, as `Module/File.swift`.
  public let file: StaticString
  /// The line in it, from 1.
  public let line: UInt

  /// The line that calls, unless another is given.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
  }

  /// Module and file name, as `#fileID` gives them.
  public var fileID: String { "\(file)" }

  public var description: String {
    "\(fileID.split(separator: "/").last.map(String.init) ?? fileID):\(line)"
  }

  public static func == (one: SourcePlace, other: SourcePlace) -> Bool {
    one.line == other.line && (one.isSameLiteral(as: other) || one.fileID == other.fileID)
  }

  /// Spares most comparisons the making of two strings.
  private func isSameLiteral(as other: SourcePlace) -> Bool {
    file.hasPointerRepresentation && other.file.hasPointerRepresentation
      && file.utf8Start == other.file.utf8Start
  }

  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}
