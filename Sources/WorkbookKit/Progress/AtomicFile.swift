internal import Foundation

/// Files that are either the old or the new one, whatever happens while they are written.
enum AtomicFile {
  /// Replaces a file, readable by its owner only. False when that was not possible.
  static func write(_ text: String, to path: String) -> Bool {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = writeAll(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}

/// Keeps other programs out of the state folder until it is released.
struct FileLock {
  private let descriptor: Int32

  /// Waits its turn; nil when the folder cannot be written.
  init?(_ folder: StateFolder) {
    guard folder.prepare() else { return nil }
    descriptor = open(folder.file("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
  }

  func release() {
    close(descriptor)  // which unlocks it
  }
}
