internal import Foundation
internal import Glibc

/// The file behind a history: one line each, plain UTF-8, for its owner's eyes only.
struct HistoryFile {
  /// What the system refused.
  struct Failure: Error {
    let path: String
    let reason: String
  }

  struct Content: Equatable {
    var lines: [String] = []
    var damagedLines = 0
  }

  let path: String

  /// Everything in the file; nothing, when it does not exist yet.
  func read() throws(Failure) -> Content {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return Content() }
      throw failure("cannot be read")
    }
    defer { close(descriptor) }
    return try Self.parse(bytes(of: descriptor))
  }

  /// Adds a line under a lock, so that of two prompts neither loses one. A file that has grown
  /// to twice the limit is cut back to the newest lines in the same breath.
  func append(_ line: String, limit: Int) throws(Failure) {
    let descriptor = try openForAppending()
    defer { close(descriptor) }  // gives the lock back, too
    guard flock(descriptor, LOCK_EX) == 0 else { throw failure("cannot be locked") }
    let content = Self.parse(try bytes(of: descriptor))
    let text: String
    if content.lines.count + content.damagedLines + 1 >= 2 * limit {
      text = (content.lines + [line]).suffix(limit).map { $0 + "\n" }.joined()
      guard ftruncate(descriptor, 0) == 0 else { throw failure("cannot be shortened") }
    } else {
      text = line + "\n"
    }
    guard StandardStreams.write(text, descriptor: descriptor) == .written else {
      throw failure("cannot be written")
    }
  }

  private func openForAppending() throws(Failure) -> Int32 {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    fchmod(descriptor, 0o600)  // also where an earlier tool was less careful
    return descriptor
  }

  private func bytes(of descriptor: Int32) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        all += chunk[..<count]
      } else if count == 0 {
        return all
      } else if errno != EINTR {
        throw failure("cannot be read")
      }
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Content {
    var content = Content()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      switch InputFault.text(of: line) {
      case .success(let text): content.lines.append(text)
      case .failure: content.damagedLines += 1
      }
    }
    return content
  }

  private func failure(_ what: String) -> Failure {
    Failure(path: path, reason: "\(what) (\(String(cString: strerror(errno))))")
  }
}
