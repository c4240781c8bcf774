import Glibc
import Terminal
import Testing

struct LineReaderTests {
  /// Hands out bytes in pieces of a given size.
  private func reader(_ bytes: [UInt8], piece: Int = 7, limit: Int = 100) -> LineReader {
    var rest = bytes[...]
    return LineReader(limit: limit) { count in
      let next = rest.prefix(min(piece, count))
      rest = rest.dropFirst(next.count)
      return Array(next)
    }
  }

  private func contents(_ reader: LineReader) -> [Result<String, InputFault>] {
    var reader = reader
    var contents: [Result<String, InputFault>] = []
    while let line = reader.next() {
      contents.append(line.content)
      #expect(line.number == contents.count)
    }
    return contents
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
    ("a\r\nb\r\n", ["a", "b"]), ("grüße 日本\n", ["grüße 日本"]),
  ])
  func `text is cut at line ends, wherever the pieces end`(text: String, expected: [String]) {
    for piece in 1...9 {
      #expect(contents(reader(Array(text.utf8), piece: piece)) == expected.map { .success($0) })
    }
  }

  @Test func `a bad line is told by number and the next one is read`() {
    let bytes = Array("one\n".utf8) + [0x61, 0, 0x0A, 0xFF, 0xFE, 0x0A] + Array("four".utf8)
    #expect(
      contents(reader(bytes)) == [
        .success("one"), .failure(.containsNul), .failure(.notUTF8), .success("four"),
      ])
  }

  @Test func `a line is refused one byte above the limit`() {
    let fitting = String(repeating: "x", count: 100)
    #expect(
      contents(reader(Array("\(fitting)\n\(fitting)x\nnext\n\(fitting)x".utf8))) == [
        .success(fitting), .failure(.tooLong(limit: 100)), .success("next"),
        .failure(.tooLong(limit: 100)),
      ])
  }

  @Test func `a megabyte without a line end is one fault`() {
    let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
    #expect(contents(reader(bytes, piece: 65536)) == [.failure(.tooLong(limit: 100))])
  }

  @Test func `a hundred thousand lines of random bytes are a hundred thousand lines`() {
    var state: UInt64 = 42
    var bytes: [UInt8] = []
    for _ in 0..<100_000 {
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let byte = UInt8(truncatingIfNeeded: state >> 33)
        bytes.append(byte == 0x0A ? 0x0B : byte)
      }
      bytes.append(0x0A)
    }
    var reader = reader(bytes, piece: 4096)
    var (texts, faults) = (0, 0)
    while let line = reader.next() {
      if case .success = line.content { texts += 1 } else { faults += 1 }
    }
    #expect(texts + faults == 100_000)
    #expect(texts > 0 && faults > texts)
  }

  @Test func `a descriptor is read to its end`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    StandardStreams.write("one\ntwo", descriptor: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    #expect(contents(LineReader(descriptor: ends[0])) == [.success("one"), .success("two")])
  }
}
