internal import Foundation

/// Who stands in the way of a writer, as the kernel's list of locks tells it.
///
/// The file is not opened to ask about its locks: closing it again would let go of every lock that
/// this process has on it.
struct LockHolder {
  let process: pid_t

  /// Whoever may write to the database now; nil if that has just ended, or cannot be seen from here.
  init?(ofDatabaseAt path: String) {
    let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    // In WAL mode the lock is one byte of the shared memory, otherwise it is on the file itself.
    let files = [(path + "-shm", Self.writeByteOfWAL...Self.writeByteOfWAL), (path, 0...Int64.max)]
    for (file, bytes) in files {
      guard let inode = Self.inode(of: file) else { continue }
      let holders = locks.split(separator: "\n").compactMap {
        Self.writer($0, inode, overlapping: bytes)
      }
      if let process = holders.first {
        self.process = process
        return
      }
    }
    return nil
  }

  /// `process 4711 (import)`
  var words: String {
    if process == getpid() { return "another connection of this process" }
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return "process \(process)"
      + (name.map { " (\($0.trimmingCharacters(in: .whitespacesAndNewlines)))" } ?? "")
  }

  /// Where SQLite's shared memory keeps the lock of the one writer.
  private static let writeByteOfWAL: Int64 = 120

  private static func inode(of path: String) -> String? {
    var facts = stat()
    return stat(path, &facts) == 0 ? "\(facts.st_ino)" : nil
  }

  /// The process in a line like `3: POSIX  ADVISORY  WRITE 4711 08:01:262 120 120`, if it holds
  /// some of those bytes of that file. Lines of processes that wait have an arrow in the second
  /// place.
  private static func writer(
    _ line: Substring, _ inode: String, overlapping bytes: ClosedRange<Int64>
  ) -> pid_t? {
    let fields = line.split(separator: " ")
    guard fields.count == 8, fields[1] == "POSIX", fields[3] == "WRITE",
      fields[5].split(separator: ":").last.map(String.init) == inode,
      let first = Int64(fields[6]), let process = pid_t(fields[4]), process > 0
    else { return nil }
    let last = Int64(fields[7]) ?? .max
    return first <= last && bytes.overlaps(first...last) ? process : nil
  }
}
