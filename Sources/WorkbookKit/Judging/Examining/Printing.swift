internal import Foundation
internal import Synchronization

/// Keeps what something prints, standard error included.
///
///     print ---> 1, 2 ---> pipe ---> a thread that keeps the first lines and the last ones
enum Printing {
  static func caught(_ work: () -> Void) -> PrintedLines {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      work()
      return PrintedLines()
    }
    fflush(nil)
    let outputs: [Int32] = [1, 2]
    let originals = outputs.map { dup($0) }
    for output in outputs { dup2(ends[1], output) }
    close(ends[1])
    let keeper = Keeper(ends[0])
    work()
    fflush(nil)
    for (output, original) in zip(outputs, originals) {
      dup2(original, output)
      close(original)
    }
    return keeper.lines
  }

  /// Reads to the end of the pipe.
  private final class Keeper: Sendable {
    private let kept = Mutex(PrintedLines())
    private let end = DispatchSemaphore(value: 0)

    init(_ file: Int32) {
      Thread.detachNewThread { [self] in
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
          buffer[..<count].withUnsafeBytes { take($0, &line) }
        }
        if !line.isEmpty { keep(line) }
        close(file)
        end.signal()
      }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ line: inout [UInt8]) {
      var rest = bytes[...]
      while let end = rest.firstLineFeed {
        extend(&line, by: rest[..<end])
        keep(line)
        line = []
        rest = rest[(end + 1)...]
      }
      extend(&line, by: rest)
    }

    private func extend(_ line: inout [UInt8], by bytes: Slice<UnsafeRawBufferPointer>) {
      line += bytes.prefix(max(0, PrintedLines.longest * 4 - line.count))
    }

    private func keep(_ line: [UInt8]) {
      kept.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }

    /// A process that has made a copy of the pipe's other end is not waited for.
    var lines: PrintedLines {
      _ = end.wait(timeout: .now() + 1)
      return kept.withLock { $0 }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Found by the system, which is quick where a line is long.
  fileprivate var firstLineFeed: Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let end = memchr(start, 10, bytes.count)
    else { return nil }
    return startIndex + (UnsafeRawPointer(end) - start)
  }
}
