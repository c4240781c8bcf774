internal import Foundation

/// A folder for one check, or for the runs of a process, gone with it. What one left behind that was
/// killed is removed by the next one.
final class TemporaryFolder: Sendable {
  let url: URL
  /// Held as long as the folder is used; the kernel lets go of it when its holder dies.
  private let lock: Int32

  init(for purpose: String = "check") throws {
    let prefix = "workbook-\(purpose)-"
    Self.removeAbandoned(prefix)
    url = FileManager.default.temporaryDirectory.appending(path: "\(prefix)\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Born locked: until it has its name, no other process can find the file and take its lock.
    let file = Self.lockFile(in: url)
    let unnamed = file.plainPath + ".new"
    lock = open(unnamed, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, rename(unnamed, file.plainPath) == 0
    else { throw UnwritableFolder(path: url.plainPath, code: errno) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    if lock >= 0 { close(lock) }
  }

  private static func lockFile(in folder: URL) -> URL { folder.appending(path: "lock") }

  /// Removes folders of this kind whose lock is free.
  private static func removeAbandoned(_ prefix: String) {
    let place = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.plainPath)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = place.appending(path: name)
      let lock = open(lockFile(in: folder).plainPath, O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
