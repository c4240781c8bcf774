internal import Foundation

/// Keeps two checks of one exercise apart, also of two processes. The kernel lets go of it when
/// its holder dies, so a lock is never left behind.
final class FolderLock: Sendable {
  private let file: Int32

  /// Waits until the lock is free; cancelling the task ends the wait.
  init(in folder: URL, whileWaiting: () -> Void = {}) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "lock").plainPath
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw UnwritableFolder(path: folder.plainPath, code: errno) }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      whileWaiting()
      try await Task.sleep(for: .milliseconds(25))
    }
  }

  deinit { if file >= 0 { close(file) } }
}

/// A folder that must be written to cannot be.
struct UnwritableFolder: Error, CustomStringConvertible {
  let path: String
  let code: Int32
  var description: String {
    "'\(path)' cannot be written to: \(String(cString: strerror(code))); "
      + "make it writable and try again"
  }
}
