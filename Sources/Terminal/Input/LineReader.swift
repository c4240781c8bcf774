internal import Glibc

/// Reads lines from something that is no terminal: a pipe, a file.
///
/// Whatever arrives, each line ends up as text or as a fault with its number, and reading goes
/// on behind it.
public struct LineReader {
  /// One line of input.
  public struct Line: Sendable, Equatable {
    /// Counted from 1.
    public let number: Int
    public let content: Result<String, InputFault>
  }

  private let readChunk: (Int) -> [UInt8]
  private let limit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  private var number = 0

  /// The longest accepted line in bytes, unless told otherwise.
  public static let defaultLimit = 64 * 1024

  /// Reads a file descriptor, standard input by default.
  public init(descriptor: Int32 = 0, limit: Int = defaultLimit) {
    self.init(limit: limit) { Self.read(descriptor, upTo: $0) }
  }

  /// Reads from a source that gives at most the asked number of bytes, and none at its end.
  public init(limit: Int = defaultLimit, source: @escaping (Int) -> [UInt8]) {
    self.limit = limit
    self.readChunk = source
  }

  /// The next line without its line end, nil at the end of the input.
  public mutating func next() -> Line? {
    var bytes: [UInt8] = []
    var isTooLong = false
    var found = false
    while !found, fill() {
      let newline = buffer[position...].firstIndex(of: UInt8(ascii: "\n"))
      let piece = buffer[position..<(newline ?? buffer.endIndex)]
      position = newline.map { $0 + 1 } ?? buffer.endIndex
      found = newline != nil
      // What is too long is read to its end but not kept.
      isTooLong = isTooLong || bytes.count + piece.count > limit
      if !isTooLong { bytes += piece }
    }
    guard found || isTooLong || !bytes.isEmpty else { return nil }
    number += 1
    if isTooLong { return Line(number: number, content: .failure(.tooLong(limit: limit))) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return Line(number: number, content: InputFault.text(of: bytes))
  }

  /// Whether there are unread bytes in the buffer, after reading more if there were none.
  private mutating func fill() -> Bool {
    if position < buffer.count { return true }
    guard !hasEnded else { return false }
    buffer = readChunk(64 * 1024)
    position = 0
    hasEnded = buffer.isEmpty
    return !hasEnded
  }

  private static func read(_ descriptor: Int32, upTo count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
      var result = Glibc.read(descriptor, bytes.baseAddress, count)
      while result < 0, errno == EINTR {
        result = Glibc.read(descriptor, bytes.baseAddress, count)
      }
      used = max(0, result)
    }
  }
}
