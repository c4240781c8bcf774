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

  /// A place that is known only while the program runs. The name is kept for good.
  package init(named file: String, line: UInt) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.utf8.count)
    _ = bytes.initialize(fromContentsOf: Array(file.utf8))
    // A static string is a pointer, a count and the mark of one that is a pointer to ASCII.
    let parts = (UInt(bitPattern: bytes.baseAddress), UInt(bytes.count), UInt8(2))
    self.init(file: unsafeBitCast(parts, to: StaticString.self), line: line)
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
