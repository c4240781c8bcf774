internal import Foundation

/// Keeps two checks of one exercise apart, also of two processes. The kernel lets go of it when
/// its holder dies, so a lock is never left behind.
final class FolderLock: Sendable {
  private let file: Int32

  /// How long a check waits before it asks for whom.
  private static let patience = Duration.seconds(2)

  /// Waits until the lock is free; cancelling the task ends the wait. The waiting caller is told
  /// after a while for whom.
  init(in folder: URL, whileWaiting: (CheckUnderWay?) -> Void = { _ in }) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "lock").plainPath
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw UnwritableFolder(path: folder.plainPath, code: errno) }
    let began = ContinuousClock.now
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      whileWaiting(ContinuousClock.now - began < Self.patience ? nil : holder)
      try await Task.sleep(for: .milliseconds(25))
    }
    sign()
  }

  /// Who wrote its number into the file.
  private var holder: CheckUnderWay? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.flatMap { Int32($0) }.map(CheckUnderWay.init)
  }

  private func sign() {
    let text = Array("\(getpid())\n".utf8)
    ftruncate(file, 0)
    _ = pwrite(file, text, text.count, 0)
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
